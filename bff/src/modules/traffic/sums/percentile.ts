/** The bounds of the bins of `traffic_bin`, in milliseconds: the first bin is below the first bound, the last one has no end. */
const bounds = [
  250, 500, 750, 1000, 1250, 1500, 1750, 2000, 2500, 3000, 3500, 4000, 5000, 6000, 8000, 10_000, 15_000,
  20_000, 30_000, 60_000, 300_000, 1_800_000, 7_200_000,
];

/** The columns of the bins. */
export const binColumns = Array.from({ length: bounds.length + 1 }, (_, bin) => `bin_${bin}`);

/**
 * Returns the value below which a share of the records is, 0 to 1, as if those of each bin were spread evenly over it; null
 * without records. The error is less than the width of a bin: a quarter of the value or less above one second.
 */
export function percentileOf(bins: readonly number[], share: number): number | null {
  const total = bins.reduce((sum, count) => sum + count, 0);
  if (total === 0) return null;
  let rank = share * total;
  for (const [index, count] of bins.entries()) {
    if (count > 0 && rank <= count) {
      const from = bounds[index - 1] ?? 0;
      const until = bounds[index] ?? from * 2;
      return Math.round(from + ((until - from) * rank) / count);
    }
    rank -= count;
  }
  return null;
}
