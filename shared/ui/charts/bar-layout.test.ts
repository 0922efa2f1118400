import { describe, expect, it } from '@jest/globals';
import { barLayout, niceCeiling } from './bar-layout.ts';

const area = { left: 50, top: 0, width: 100, height: 100 };

describe('barLayout', () => {
  it('stacks the segments of a bar from the bottom with proportional heights', () => {
    const { bars } = barLayout([{ id: '1', title: 'Mon', values: { a: 5, b: 5 } }], ['a', 'b'], area);
    expect(bars[0]?.segments).toEqual([
      { series: 'a', y: 50, height: 50 },
      { series: 'b', y: 0, height: 50 },
    ]);
  });

  it('returns ticks but no segments without values', () => {
    const { bars, ticks } = barLayout([{ id: '1', title: 'Mon', values: {} }], ['a'], area);
    expect(bars[0]?.segments).toEqual([]);
    expect(ticks.map((tick) => tick.value)).toEqual([0, 0.5, 1]);
  });

  it.each([
    [0, 1],
    [1, 2],
    [7, 8],
    [51, 60],
    [100, 100],
    [101, 120],
    [330, 400],
    [0.025, 0.03],
  ])('ends the axis of %d at %d', (value, end) => {
    expect(niceCeiling(value)).toBeCloseTo(end);
  });
});
