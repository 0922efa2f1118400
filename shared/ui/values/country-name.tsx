import { useFormat } from '../../i18n/index.ts';
import classes from './values.module.css';

export interface CountryNameProps {
  /** ISO 3166-1 alpha-2, either case; null when unknown. */
  code: string | null | undefined;
  /** The name alone, without the chip of its code. */
  plain?: boolean;
}

/** A country's name in the customer's language after a chip with its code. */
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
