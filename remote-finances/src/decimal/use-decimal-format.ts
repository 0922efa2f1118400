import { useFormat } from '@portal/shared/i18n';
import { useMemo } from 'react';

export interface DecimalFormat {
  /** Per cent from a decimal string: `24.00` reads 24 %. */
  percent: (decimal: string) => string;
  /** A quantity or rate with all its decimals, at most eight. */
  quantity: (decimal: string | number) => string;
}

/** Decimal strings that are not money, exactly and in the customer's language. */
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
      percent: (decimal) => (isNumeric(decimal) ? percents.format(decimal) : decimal),
      quantity: (decimal) =>
        typeof decimal === 'number' || isNumeric(decimal) ? quantities.format(decimal) : decimal,
    };
  }, [dateLocale]);
}

function isNumeric(text: string): text is `${number}` {
  return /^-?\d+(?:\.\d+)?$/.test(text);
}
