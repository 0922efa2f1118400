import { withMinusSign } from '@portal/contract/money';
import { useMemo } from 'react';
import { useFormat } from '../../i18n/index.ts';

interface DecimalFormat {
  /** Formats a percentage: `24.00` becomes 24 %. */
  percent: (decimal: string) => string;
  /** Formats a quantity or rate with up to eight decimals. */
  quantity: (decimal: string | number) => string;
}

/**
 * Formats decimal strings that are not money, exactly and in the customer's language. A text that is not a decimal is
 * returned unchanged.
 */
export function useDecimalFormat(): DecimalFormat {
  const { dateLocale } = useFormat();
  return useMemo(() => {
    const percents = new Intl.NumberFormat(dateLocale, {
      style: 'unit',
      unit: 'percent',
      maximumFractionDigits: 2,
    });
    const quantities = new Intl.NumberFormat(dateLocale, { maximumFractionDigits: 12 });
    return {
      percent: (decimal) => (isDecimal(decimal) ? withMinusSign(percents.format(decimal)) : decimal),
      quantity: (decimal) =>
        typeof decimal === 'number' || isDecimal(decimal)
          ? withMinusSign(quantities.format(decimal))
          : decimal,
    };
  }, [dateLocale]);
}

function isDecimal(text: string): text is `${number}` {
  return /^-?\d+(?:\.\d+)?$/.test(text);
}
