import { describe, expect, it } from '@jest/globals';
import { periodPresets, presetOf, presetPeriod } from './period.ts';

describe('period presets', () => {
  it.each([
    ['today', '2026-03-15', '2026-03-15'],
    ['yesterday', '2026-03-14', '2026-03-14'],
    ['last7Days', '2026-03-09', '2026-03-15'],
    ['last30Days', '2026-02-14', '2026-03-15'],
    ['thisMonth', '2026-03-01', '2026-03-15'],
    ['lastMonth', '2026-02-01', '2026-02-28'],
  ] as const)('%s is %s to %s', (preset, start, end) => {
    expect(presetPeriod(preset, '2026-03-15')).toEqual({ start, end });
  });

  it('are recognised from their days', () => {
    for (const preset of periodPresets) {
      expect(presetOf(presetPeriod(preset, '2026-03-15'), '2026-03-15')).toBe(preset);
    }
    expect(presetOf({ start: '2026-03-02', end: '2026-03-05' }, '2026-03-15')).toBeUndefined();
  });
});
