import { amountSchema, compareDecimals, type DecimalString } from '@portal/contract/money';
import { TextField, type TextFieldProps } from '@portal/shared/ui';
import * as v from 'valibot';

interface AmountFieldProps
  extends Pick<TextFieldProps, 'label' | 'description' | 'error' | 'disabled' | 'ref'> {
  value: string;
  onValueChange: (text: string) => void;
  /** `eur` or `usd`. */
  currency: string;
}

/** An amount of money as the customer types it; `readAmount` reads it. */
export function AmountField({ currency, ...rest }: AmountFieldProps) {
  return (
    <TextField
      {...rest}
      inputMode="decimal"
      autoComplete="off"
      enterKeyHint="done"
      maxLength={20}
      end={currency.toUpperCase()}
    />
  );
}

export interface AmountLimits {
  min: DecimalString;
  max: DecimalString;
}

/** An accepted amount with two decimals, or the field error code of a refused one. */
type AmountReading = { isValid: true; amount: DecimalString } | { isValid: false; code: string };

/** The schema of an amount typed as in a locale; its output has two decimals. */
export function amountTextSchema(locale: string, limits: AmountLimits) {
  return v.pipe(
    v.string('amount_required'),
    v.rawTransform<string, DecimalString>(({ dataset, addIssue, NEVER }) => {
      const reading = readAmount(dataset.value, locale, limits);
      if (reading.isValid) return reading.amount;
      addIssue({ message: reading.code });
      return NEVER;
    }),
  );
}

/** Reads a typed amount and checks it against the contract's rule and the limits. */
export function readAmount(text: string, locale: string, limits: AmountLimits): AmountReading {
  if (text.trim() === '') return refused('amount_required');
  const result = v.safeParse(amountSchema, decimalOf(text, locale) ?? '');
  if (!result.success) return refused('amount_invalid');
  const amount = result.output;
  if (compareDecimals(amount, limits.min) < 0) return refused('amount_below_minimum');
  if (compareDecimals(amount, limits.max) > 0) return refused('amount_above_maximum');
  return { isValid: true, amount };
}

/** The amount as it is typed in the locale: 1234.50 becomes 1234,50 in German. */
export function writeAmount(amount: DecimalString, locale: string): string {
  return amount.replace('.', separatorOf(locale, 'decimal'));
}

/**
 * The decimal that a text means, or null when it is ambiguous: 12,50 and 1.234,50 are clear in every locale, while
 * 1,500 is fifteen hundred only where the comma separates thousands.
 */
export function decimalOf(text: string, locale: string): DecimalString | null {
  const compact = text.replace(/[\s'’]/g, '');
  if (!/^\d[\d.,]*$/.test(compact)) return null;
  const at = Math.max(compact.lastIndexOf('.'), compact.lastIndexOf(','));
  if (at < 0) return compact;
  const [head, mark, tail] = [compact.slice(0, at), compact.charAt(at), compact.slice(at + 1)];
  const isGrouping = head.includes(mark) || (tail.length === 3 && separatorOf(locale, 'group') === mark);
  if (isGrouping) return wholeOf(compact, mark);
  const whole = wholeOf(head, mark === ',' ? '.' : ',');
  return whole !== null && /^\d{1,2}$/.test(tail) ? `${whole}.${tail}` : null;
}

/** Removes the marks between groups of three digits; null when a group has another size. */
function wholeOf(text: string, mark: string): string | null {
  if (/^\d+$/.test(text)) return text;
  const groups = text.split(mark);
  const isGrouped = groups.every((group, index) => (index === 0 ? /^\d{1,3}$/ : /^\d{3}$/).test(group));
  return isGrouped ? groups.join('') : null;
}

function separatorOf(locale: string, type: 'decimal' | 'group'): string {
  const parts = new Intl.NumberFormat(locale).formatToParts(12_345.5);
  return parts.find((part) => part.type === type)?.value ?? '.';
}

function refused(code: string): AmountReading {
  return { isValid: false, code };
}
