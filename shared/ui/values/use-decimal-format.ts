import { useMemo } from 'react';
import { useFormat } from '../../i18n/index.ts';

export interface DecimalFormat {
  /** A percentage: `24.00` is shown as 24 %. */
  percent: (decimal: string) => string;
  /** A quantity or rate with all its decimals, at most eight. */
  quantity: (decimal: string | number) => string;
}

/**
 * Formats decimal strings that are not money, without rounding them through a number, in the customer's language. A
 * text that is no decimal is returned as it is.
 */
export function useDecimalFormat(): DecimalFormat {
  const { dateLocale } = useFormat();
  return useMemo(() => {
    const percents = new Intl.NumberFormat(dateLocale, {
      style: 'unit',
      unit: 'percent',
      maximumFractionDigits: 2,
    });
    const quantities = new Intl.NumberFormat(dateLocale, { maximumFractionDigits: 8 });
    return {
      percent: (decimal) => (isDecimal(decimal) ? percents.format(decimal) : decimal),
      quantity: (decimal) =>
        typeof decimal === 'number' || isDecimal(decimal) ? quantities.format(decimal) : decimal,
    };
  }, [dateLocale]);
}

function isDecimal(text: string): text is `${number}` {
  return /^-?\d+(?:\.\d+)?$/.test(text);
}
