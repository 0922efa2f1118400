import type { ReactNode } from 'react';
import { type Format, useFormat } from '../../i18n/index.ts';
import { CopyButton } from '../button/copy-button.tsx';
import { classNames } from '../class-names.ts';
import { Icon, type IconProps } from '../icon/icon.tsx';
import classes from './values.module.css';

interface MoneyProps {
  /** A decimal string, exactly as the API returns it; null shows a dash. */
  amount: string | null | undefined;
  /** `eur` or `usd`. */
  currency: string;
  /** Number of decimals; 2 by default. */
  scale?: number;
  /** The amount is a price per unit: shows 2 to 6 decimals. */
  rate?: boolean;
  /** Shows amounts below zero in the error colour. */
  markNegative?: boolean;
}

/** An amount of money, formatted for the customer's language, in tabular digits. */
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

interface DateTimeProps {
  /** A moment (RFC 3339), or a day `YYYY-MM-DD` with `show="date"`; null shows a dash. */
  value: string | null | undefined;
  show?: 'dateTime' | 'date' | 'relative';
  seconds?: boolean;
}

/** A moment in the account's time zone, which the pointer names with its offset; a day; or the time since a moment. */
export function DateTime({ value, show = 'dateTime', seconds = false }: DateTimeProps) {
  const format = useFormat();
  if (!value) return <span className={classes.figure}>{format.date(value)}</span>;
  if (show === 'date') {
    return (
      <time dateTime={value} className={classes.figure}>
        {format.date(value)}
      </time>
    );
  }
  return (
    <time dateTime={value} className={classes.figure} title={momentInZone(value, format)}>
      {show === 'relative' ? format.relativeTime(value) : format.dateTime(value, { seconds })}
    </time>
  );
}

/** A moment (RFC 3339) to the second, with its offset and time zone. */
export function momentInZone(value: string, format: Format): string {
  return `${format.dateTime(value, { seconds: true })} ${format.zoneOffset(value)}, ${format.timeZone}`;
}

/** A duration in whole seconds as h:mm:ss; null shows a dash. */
export function Duration({ seconds }: { seconds: number | null | undefined }) {
  const format = useFormat();
  return <span className={classes.figure}>{format.duration(seconds)}</span>;
}

interface PhoneNumberProps {
  /** E.164 or as dialled; shown unchanged. Null shows a dash. */
  number: string | null | undefined;
  /** Adds a copy button. */
  copyable?: boolean;
}

/** A phone number that does not wrap, in tabular digits. */
export function PhoneNumber({ number, copyable = false }: PhoneNumberProps) {
  if (!number) return <span className={classes.figure}>–</span>;
  return (
    <span className={classes.withButton}>
      <bdi className={classes.figure}>{number}</bdi>
      {copyable && <CopyButton text={number} />}
    </span>
  );
}

interface CopyableProps {
  /** The text to copy; also shown, unless there are children. */
  text: string;
  /** Accessible name of the button, such as "Copy: IBAN"; "Copy" by default. */
  label?: string;
  /** Shows an id or a key in a monospaced font. */
  code?: boolean;
  children?: ReactNode;
}

/** A value with a copy button. */
export function Copyable({ text, label, code = false, children = text }: CopyableProps) {
  const Value = code ? 'code' : 'span';
  return (
    <span className={classes.copyable}>
      <Value className={classNames(classes.value, code && classes.code)}>{children}</Value>
      <CopyButton text={text} {...(label !== undefined && { label })} />
    </span>
  );
}

interface CountryNameProps {
  /** ISO 3166-1 alpha-2 in either case; null shows a dash. */
  code: string | null | undefined;
  /** Shows the name without the chip of its code. */
  plain?: boolean;
}

/** A country's name in the customer's language, after a chip with its code. */
export function CountryName({ code, plain = false }: CountryNameProps) {
  const format = useFormat();
  if (!code) return <span>–</span>;
  return (
    <span className={classes.country}>
      {!plain && (
        <span className={classes.chip} aria-hidden="true">
          {code.toUpperCase()}
        </span>
      )}
      {format.countryName(code)}
    </span>
  );
}

interface DirectionNameProps {
  icon: IconProps['name'];
  /** The direction in the customer's language. */
  name: string;
}

/** The direction of a call or message as icon and word; in a table only the icon is visible, and the word is spoken. */
export function DirectionName({ icon, name }: DirectionNameProps) {
  return (
    <span className={classes.direction}>
      <Icon name={icon} />
      <span className={classes.word}>{name}</span>
    </span>
  );
}
