export interface Point {
  id: string;
  /** Formatted name of the bar, such as a day. */
  title: string;
  /** Values by series id, zero or more. */
  values: Readonly<Record<string, number>>;
}

interface Area {
  left: number;
  top: number;
  width: number;
  height: number;
}

/** The position of each segment of each stacked bar, and the ticks of the value axis, in the units of `area`. */
export function barLayout(points: readonly Point[], series: readonly string[], area: Area) {
  const totals = points.map((point) => series.reduce((sum, id) => sum + (point.values[id] ?? 0), 0));
  const top = niceCeiling(Math.max(0, ...totals));
  const y = (value: number) => area.top + area.height * (1 - value / top);
  const slot = area.width / Math.max(1, points.length);
  const bars = points.map((point, index) => {
    let base = 0;
    const segments = series.flatMap((id) => {
      const value = point.values[id] ?? 0;
      if (value <= 0) return [];
      base += value;
      return [{ series: id, y: y(base), height: (area.height * value) / top }];
    });
    return {
      id: point.id,
      title: point.title,
      x: area.left + slot * index,
      slot,
      width: Math.min(32, slot * 0.68),
      segments,
    };
  });
  const ticks = [0, top / 2, top].map((value) => ({ value, y: y(value) }));
  return { bars, ticks };
}

/** The smallest round figure that is at least `value`. From 1 on its half is a whole number, because counts are whole. */
export function niceCeiling(value: number): number {
  if (value <= 0) return 1;
  const power = 10 ** Math.floor(Math.log10(value));
  const ends = tenths.map((tenth) => (tenth * power) / 10);
  return ends.find((end) => end >= value && (power < 1 || end % 2 === 0)) ?? 10 * power;
}

const tenths = [10, 12, 16, 20, 30, 40, 50, 60, 80, 100];
