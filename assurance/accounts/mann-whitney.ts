/**
 * The two-sided Mann–Whitney test: the probability that two samples differ this much by chance. Uses the normal
 * approximation with corrections for ties and continuity, which needs about twenty values per sample.
 */
export function mannWhitney(left: readonly number[], right: readonly number[]): number {
  const [n, m] = [left.length, right.length];
  const all = [
    ...left.map((value) => ({ value, isLeft: true })),
    ...right.map((value) => ({ value, isLeft: false })),
  ];
  all.sort((a, b) => a.value - b.value);
  let rankSum = 0;
  let tieSum = 0;
  for (let start = 0; start < all.length; ) {
    let end = start + 1;
    while (end < all.length && all[end]!.value === all[start]!.value) end += 1;
    // Equal values share the mean of their ranks. Ranks start at 1.
    const rank = (start + 1 + end) / 2;
    const ties = end - start;
    tieSum += ties ** 3 - ties;
    rankSum += rank * all.slice(start, end).filter(({ isLeft }) => isLeft).length;
    start = end;
  }
  const u = rankSum - (n * (n + 1)) / 2;
  const mean = (n * m) / 2;
  const total = n + m;
  const deviation = Math.sqrt(((n * m) / 12) * (total + 1 - tieSum / (total * (total - 1))));
  if (deviation === 0) return 1;
  return Math.min(1, 2 * upperTail(Math.max(0, Math.abs(u - mean) - 0.5) / deviation));
}

export function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  const half = sorted.length >> 1;
  return sorted.length % 2 === 1 ? sorted[half]! : (sorted[half - 1]! + sorted[half]!) / 2;
}

/** Upper tail of the standard normal distribution, by Abramowitz and Stegun 26.2.17; the error is at most 7.5e-8. */
function upperTail(z: number): number {
  const t = 1 / (1 + 0.2316419 * z);
  const series = [0.31938153, -0.356563782, 1.781477937, -1.821255978, 1.330274429];
  const sum = series.reduceRight((rest, coefficient) => (rest + coefficient) * t, 0);
  return (Math.exp((-z * z) / 2) / Math.sqrt(2 * Math.PI)) * sum;
}
