import type { TopUpQuote } from '@portal/contract/top-up-quote';
import { useTranslation } from '@portal/shared/i18n';
import { DetailList, Money, useDecimalFormat, useVatReasonTitle, VatReason } from '@portal/shared/ui';
import classes from './top-up-quote.module.css';
import type { QuoteState } from './use-top-up-quote.ts';

/**
 * What a top-up costs and why; dashes while there is no amount, so that the button below does not move. The figures of an
 * earlier input are dimmed while new ones are loading.
 */
export function TopUpQuotePanel({ state: { quote, isStale } }: { state: QuoteState }) {
  const { t } = useTranslation('financesTopUpBalanceSidebar');
  const { percent } = useDecimalFormat();
  const whyTitle = useVatReasonTitle();
  if (quote === undefined) return <p>{t('review.vatText')}</p>;
  const { amounts, basis, vat, currency } = quote;
  const rate = amounts?.tax_rate ?? (basis === 'usage' ? '0.00' : vat.rate);
  const row = (term: string, amount: string | null | undefined) => ({
    term,
    description: <Money amount={amount} currency={currency} />,
  });
  return (
    <div
      role="group"
      aria-label={t('quote.title')}
      aria-busy={isStale}
      className={classes.quote}
      data-stale={isStale || undefined}
    >
      <DetailList
        items={[
          row(t('result.credit'), amounts?.amount),
          row(t('result.vatAt', { rate: percent(rate) }), amounts?.tax_amount),
          row(t('result.gross'), amounts?.gross_amount),
          row(t('quote.availableAfter'), amounts?.available_after),
          { term: whyTitle, description: <Why quote={quote} /> },
        ]}
      />
    </div>
  );
}

/** Why the top-up has its VAT, and what can be done about it. */
function Why({ quote: { basis, vat } }: { quote: TopUpQuote }) {
  const { t } = useTranslation('financesTopUpBalanceSidebar');
  const { percent } = useDecimalFormat();
  const isTaxedLater = basis === 'usage' && vat.treatment === 'standard';
  return (
    <>
      {isTaxedLater && `${t('quote.onUsage', { rate: percent(vat.rate) })} `}
      <VatReason {...vat} advice />
    </>
  );
}
