import { Big } from 'big.js';

// Amounts round half away from zero, like invoices.
Big.RM = Big.roundHalfUp;
// Amounts are never written with an exponent.
Big.NE = -30;
Big.PE = 30;

export { Big };

/** Removes trailing zeros but keeps at least `scale` decimals: `18.402300` → `18.4023` for 4. */
export function trimmed(decimal: string, scale: number): string {
  const [whole = '0', fraction = ''] = decimal.split('.');
  const significant = withoutZeros(fraction).padEnd(scale, '0');
  return significant === '' ? whole : `${whole}.${significant}`;
}

function withoutZeros(fraction: string): string {
  return fraction.endsWith('0') ? withoutZeros(fraction.slice(0, -1)) : fraction;
}
