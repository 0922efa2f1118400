import type { TopUpQuote } from '@portal/contract/top-up-quote';
import { useTranslation } from '@portal/shared/i18n';
import { DetailList, detail, Money, useDecimalFormat } from '@portal/shared/ui';
import { useVatReason } from '../../vat-reason.ts';
import classes from './top-up-quote.module.css';
import type { QuoteState } from './use-top-up-quote.ts';

/**
 * What a top-up costs and why; dashes while there is no amount, so that the button below does not move. The figures of an
 * earlier input are dimmed while new ones are loading.
 */
export function TopUpQuotePanel({ state: { quote, isStale } }: { state: QuoteState }) {
  const { t } = useTranslation('financesTopUpBalanceSidebar');
  const { percent } = useDecimalFormat();
  const why = useWhy(quote);
  if (quote === undefined) return <p>{t('review.vatText')}</p>;
  const { amounts, basis, vat, currency } = quote;
  const rate = amounts?.tax_rate ?? (basis === 'usage' ? '0.00' : vat.rate);
  const row = (term: string, amount: string | undefined) => ({
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
          row(t('quote.balanceAfter'), amounts?.balance_after),
          detail(t('vatReason.title'), why),
        ]}
      />
    </div>
  );
}

/** Why the top-up has its VAT, in words; null for a reason of a later server. */
function useWhy(quote: TopUpQuote | undefined): string | null {
  const { t } = useTranslation('financesTopUpBalanceSidebar');
  const vatReason = useVatReason();
  const { percent } = useDecimalFormat();
  if (quote === undefined) return null;
  const { rate, treatment } = quote.vat;
  const isTaxedLater = quote.basis === 'usage' && treatment === 'standard';
  const sentences = [isTaxedLater ? t('quote.onUsage', { rate: percent(rate) }) : null, vatReason(quote.vat)];
  return sentences.filter((sentence) => sentence !== null).join(' ') || null;
}
