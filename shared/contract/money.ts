import * as v from 'valibot';

/** What accounts are kept in, ISO 4217 in lower case, in menu order. */
export const currencies = ['usd', 'eur'] as const;

/** An account's currency. */
export const currencySchema = v.picklist(currencies, 'currency_unsupported');
export type Currency = v.InferOutput<typeof currencySchema>;

const decimalPattern = /^-?\d{1,15}(?:\.\d{1,18})?$/;

/**
 * An amount, price or rate in major units. Never a number: prices are below a cent and crypto amounts have up to 18
 * decimals, which binary fractions do not hold. Arithmetic belongs to the BFF.
 */
export const decimalSchema = v.pipe(v.string(), v.regex(decimalPattern));
export type DecimalString = v.InferOutput<typeof decimalSchema>;

/** An amount of money that a customer enters: above zero, at most two decimals and a point. Gives exactly two. */
export const amountSchema = v.config(
  v.pipe(
    v.string(({ input }) => (input === undefined ? 'amount_required' : 'amount_invalid')),
    v.trim(),
    v.nonEmpty('amount_required'),
    v.regex(/^\d{1,12}(?:\.\d{1,2})?$/, 'amount_invalid'),
    v.check((amount) => /[1-9]/.test(amount), 'amount_invalid'),
    v.transform((amount) => withScale(amount, 2)),
    v.string(),
  ),
  { abortPipeEarly: true },
);

/** The decimal with at least `scale` decimals, padded with zeros and without leading ones. */
export function withScale(decimal: string, scale: number): DecimalString {
  const [, sign = '', whole = '', fraction = ''] = /^(-?)(\d+)(?:\.(\d*))?$/.exec(decimal) ?? [];
  const decimals = fraction.padEnd(scale, '0');
  return `${sign}${whole.replace(/^0+(?=\d)/, '')}${decimals === '' ? '' : `.${decimals}`}`;
}

/** Below zero, zero or above it as `a` is less than, equal to or greater than `b`; exact. */
export function compareDecimals(a: DecimalString, b: DecimalString): -1 | 0 | 1 {
  const [left, right] = [scaled(a), scaled(b)];
  if (left === right) return 0;
  return left < right ? -1 : 1;
}

/** A formatted number with the minus sign, U+2212, instead of the hyphen that the data of most locales have. */
export function withMinusSign(formatted: string): string {
  return formatted.replace('-', '\u2212');
}

/** In units of 10⁻¹⁸. */
function scaled(decimal: DecimalString): bigint {
  return BigInt(withScale(decimal, 18).replace('.', ''));
}
