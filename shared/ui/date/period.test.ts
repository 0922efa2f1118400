import { describe, expect, it } from '@jest/globals';
import { periodPresets, presetPeriod, presetsOf, rememberPreset } from './period.ts';

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
      expect(presetsOf(presetPeriod(preset, '2026-03-15'), '2026-03-15')).toEqual([preset]);
    }
    expect(presetsOf({ start: '2026-03-02', end: '2026-03-05' }, '2026-03-15')).toEqual([]);
  });

  it('with the same days come in the order of their probability', () => {
    const days = { start: '2026-11-01', end: '2026-11-30' };
    const found = (preferred?: 'thisMonth') => presetsOf(days, '2026-11-30', undefined, preferred);
    expect(found()).toEqual(['last30Days', 'thisMonth']);
    expect(found('thisMonth')).toEqual(['thisMonth', 'last30Days']);
    rememberPreset('last30Days');
    expect(found('thisMonth')).toEqual(['last30Days', 'thisMonth']);
    rememberPreset('thisMonth');
    expect(found()).toEqual(['thisMonth', 'last30Days']);
    rememberPreset('yesterday');
    expect(found()).toEqual(['last30Days', 'thisMonth']);
  });
});
