// Arithmetic of the checker, in millionths as whole numbers. It shares no code with the portal on purpose.

const unit = 1_000_000n;

/** `-12.5` → -12500000n. More than six decimals must be zeros. */
export function millionths(decimal: string): bigint {
  const [, sign = '', whole = '0', fraction = ''] = /^(-?)(\d+)(?:\.(\d+))?$/.exec(decimal) ?? [];
  if (/[1-9]/.test(fraction.slice(6))) throw new Error(`${decimal} has more than six decimals`);
  const value = BigInt(whole) * unit + BigInt(fraction.slice(0, 6).padEnd(6, '0'));
  return sign === '-' ? -value : value;
}

/** Millionths as a decimal for a report, such as `12.50`. */
export function shown(value: bigint): string {
  const [sign, size] = value < 0n ? ['-', -value] : ['', value];
  const fraction = String(size % unit)
    .padStart(6, '0')
    .replace(/0{1,4}$/, '');
  return `${sign}${size / unit}.${fraction}`;
}

/** The sum of millionths. */
export function total(values: Iterable<bigint>): bigint {
  let sum = 0n;
  for (const value of values) sum += value;
  return sum;
}

/** A product of decimals with any number of decimals, rounded to a cent, half away from zero. */
export function centsOf(...factors: readonly string[]): bigint {
  let [product, scale] = [1n, 1n];
  for (const factor of factors) {
    const [whole = '0', fraction = ''] = factor.split('.');
    product *= BigInt(whole + fraction);
    scale *= 10n ** BigInt(fraction.length);
  }
  return roundedToCents(product * unit, scale);
}

/** The VAT that a sum contains, rounded to a cent, half away from zero. */
export function containedVat(gross: bigint, ratePercent: string): bigint {
  const rate = millionths(ratePercent);
  return roundedToCents(gross * rate, rate + 100n * unit);
}

/** The share of the VAT of `whole` that a part of it has, rounded to a cent, half away from zero. */
export function shareOfVat(vat: bigint, part: bigint, whole: bigint): bigint {
  return roundedToCents(vat * part, whole);
}

function roundedToCents(dividend: bigint, divisor: bigint): bigint {
  const cent = unit / 100n;
  const size = dividend < 0n ? -dividend : dividend;
  const cents = (size * 2n + divisor * cent) / (divisor * cent * 2n);
  return (dividend < 0n ? -cents : cents) * cent;
}
