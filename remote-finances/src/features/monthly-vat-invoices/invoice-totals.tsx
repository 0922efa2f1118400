import type { MonthlyVatInvoiceDetail } from '@portal/contract/monthly-vat-invoice-detail';
import { useTranslation } from '@portal/shared/i18n';
import { type Detail, DetailList, Money } from '@portal/shared/ui';
import { useDecimalFormat } from '../../decimal/use-decimal-format.ts';

/** The sums as they were issued, and the VAT in national currency where that is another one. */
export function InvoiceTotals({ invoice }: { invoice: MonthlyVatInvoiceDetail }) {
  const { t } = useTranslation('financesMonthlyVatInvoices');
  const decimals = useDecimalFormat();
  const { totals, currency, tax_currency, tax_amount_in_tax_currency, exchange_rate, exchange_rate_source } =
    invoice;
  const sums = [
    ['lines', totals.lines_net],
    ['allowances', totals.allowances],
    ['charges', totals.charges],
    ['net', totals.net],
    ['vat', totals.tax],
    ['gross', totals.gross],
    ['rounding', totals.rounding],
    ['paid', totals.paid],
    ['due', totals.due],
  ] as const;
  const items: (Detail | false)[] = sums.map(
    ([key, amount]) =>
      (!isOptional.has(key) || /[1-9]/.test(amount)) && {
        term: t(`total.${key}`),
        description:
          key === 'due' || key === 'gross' ? (
            <strong>
              <Money amount={amount} currency={currency} />
            </strong>
          ) : (
            <Money amount={amount} currency={currency} />
          ),
      },
  );
  const foreign: Detail | false = tax_currency !== null &&
    tax_amount_in_tax_currency !== null && {
      term: t('invoice.foreignVat', { currency: tax_currency.toUpperCase() }),
      description: (
        <>
          <Money amount={tax_amount_in_tax_currency} currency={tax_currency} />
          {exchange_rate !== null && (
            <>
              {' '}
              (
              {t('invoice.foreignVatRate', {
                rate: decimals.quantity(exchange_rate),
                source: exchange_rate_source ?? '–',
              })}
              )
            </>
          )}
        </>
      ),
    };
  return <DetailList items={[...items, foreign]} />;
}

// Left out while zero: most invoices have none.
const isOptional: ReadonlySet<string> = new Set(['allowances', 'charges', 'rounding']);
