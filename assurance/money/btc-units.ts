/** The smallest units of BTC, 10⁻⁸. */
export type BtcUnits = bigint;

/** The units that pay an amount in euro at the rate of the checks, 95,000. */
export function unitsDue(amount: string): BtcUnits {
  const [euros = '0', cents = ''] = amount.split('.');
  const dividend = BigInt(euros + cents.padEnd(2, '0')) * 100_000_000n;
  const divisor = 9_500_000n;
  return (dividend + divisor - 1n) / divisor;
}

/** Units as BTC, such as 0.00130527. */
export function inBtc(units: BtcUnits): string {
  const digits = String(units).padStart(9, '0');
  return `${digits.slice(0, -8)}.${digits.slice(-8)}`;
}

/** BTC in units. */
export function unitsIn(btc: string): BtcUnits {
  const [whole = '0', fraction = ''] = btc.split('.');
  return BigInt(whole + fraction.padEnd(8, '0'));
}
