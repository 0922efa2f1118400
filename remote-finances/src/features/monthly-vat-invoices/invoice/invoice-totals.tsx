import { compareDecimals } from '@portal/contract/money';
import type { MonthlyVatInvoiceDetail } from '@portal/contract/monthly-vat-invoice-detail';
import { useTranslation } from '@portal/shared/i18n';
import { DetailList, Money, Stack, useDecimalFormat } from '@portal/shared/ui';
import classes from './invoice.module.css';

type InvoiceSums = Pick<
  MonthlyVatInvoiceDetail,
  | 'basis'
  | 'lines'
  | 'totals'
  | 'currency'
  | 'tax_currency'
  | 'tax_amount_in_tax_currency'
  | 'exchange_rate'
  | 'exchange_rate_source'
  | 'tax_conversions'
> &
  // A preview has none.
  Partial<Pick<MonthlyVatInvoiceDetail, 'paid_amount' | 'amount_due'>>;

type InvoicePaid = Pick<InvoiceSums, 'totals' | 'paid_amount' | 'amount_due'>;
type StatedRate = Pick<InvoiceSums, 'exchange_rate' | 'exchange_rate_source'>;

/** Whether the invoice was paid, credited or taken back after its issue, so that its issued sums are no longer what is due. */
export function hasChangedSinceIssue({ totals, paid_amount, amount_due }: InvoicePaid): boolean {
  return (
    compareDecimals(paid_amount ?? totals.paid, totals.paid) !== 0 ||
    compareDecimals(amount_due ?? totals.due, totals.due) !== 0
  );
}

/** The sums of the document with what is paid and due now, and the VAT in the national currency when the invoice has another one. */
export function InvoiceTotals({ invoice }: { invoice: InvoiceSums }) {
  const { t } = useTranslation('financesMonthlyVatInvoices');
  const isUsage = invoice.basis === 'usage' && invoice.lines.some(({ unit }) => usageUnits.has(unit));
  return (
    <Stack gap="3">
      <Sums invoice={invoice} />
      {isUsage && <p className={classes.note}>{t('total.roundedLines')}</p>}
    </Stack>
  );
}

function Sums({ invoice }: { invoice: InvoiceSums }) {
  const { t } = useTranslation('financesMonthlyVatInvoices');
  const decimals = useDecimalFormat();
  const isLater = hasChangedSinceIssue(invoice);
  const { totals, currency, tax_currency, tax_amount_in_tax_currency, tax_conversions } = invoice;
  const money = (amount: string) => <Money amount={amount} currency={currency} />;
  const foreignVat = (amount: string, { exchange_rate, exchange_rate_source }: StatedRate) => (
    <>
      <Money amount={amount} currency={tax_currency ?? ''} />
      {exchange_rate !== null &&
        ` (${t('invoice.foreignVatRate', {
          rate: decimals.quantity(exchange_rate),
          source: exchange_rate_source ?? '–',
        })})`}
    </>
  );
  const sums = [
    ['lines', totals.lines_net],
    ['allowances', totals.allowances],
    ['charges', totals.charges],
    ['net', totals.net],
    ['vat', totals.tax],
    ['gross', totals.gross],
    ['rounding', totals.rounding],
    ['paid', invoice.paid_amount ?? totals.paid],
    ['due', invoice.amount_due ?? totals.due],
  ] as const;
  const issued = [
    ['paid', totals.paid],
    ['due', totals.due],
  ] as const;
  return (
    <DetailList
      items={[
        ...sums.map(
          ([key, amount]) =>
            (!isOptional.has(key) || /[1-9]/.test(amount)) && {
              term: t(`total.${key}`),
              description:
                key === 'due' || key === 'gross' ? <strong>{money(amount)}</strong> : money(amount),
            },
        ),
        ...issued.map(
          ([key, amount]) =>
            isLater && {
              term: t('invoice.asIssued', { name: t(`total.${key}`) }),
              description: money(amount),
            },
        ),
        tax_currency !== null &&
          tax_amount_in_tax_currency !== null && {
            term: t('invoice.foreignVat', { currency: tax_currency.toUpperCase() }),
            description: (
              <>
                {foreignVat(tax_amount_in_tax_currency, invoice)}
                {tax_conversions.map((each) => (
                  <div key={each.date}>{foreignVat(each.tax_amount_in_tax_currency, each)}</div>
                ))}
              </>
            ),
          },
      ]}
    />
  );
}

// Most invoices have none of these: zero is left out.
const isOptional: ReadonlySet<string> = new Set(['allowances', 'charges', 'rounding']);

/** Units of lines that sum up calls and messages, whose prices have more decimals. */
const usageUnits: ReadonlySet<string> = new Set(['min', 'message', 'part']);
