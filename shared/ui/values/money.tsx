import { useFormat } from '../../i18n/index.ts';
import classes from './values.module.css';

export interface MoneyProps {
  /** A decimal string, exactly as the API gives it. */
  amount: string | null | undefined;
  /** `eur` or `usd`. */
  currency: string;
  /** Decimals; 2 unless told otherwise. */
  scale?: number;
  /** A price per unit, with up to 6 decimals. */
  rate?: boolean;
  /** Marks amounts below zero in the error colour, beside their minus sign. */
  markNegative?: boolean;
}

/** An amount of money in the customer's language, in digits of one width. */
export function Money({ amount, currency, scale, rate = false, markNegative = false }: MoneyProps) {
  const format = useFormat();
  const text = rate ? format.rate(amount, currency) : format.money(amount, currency, { scale });
  const isNegative = markNegative && amount?.startsWith('-');
  return (
    <span className={classes.figure} data-tone={isNegative ? 'negative' : undefined}>
      {text}
    </span>
  );
}
