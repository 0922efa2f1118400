import { isOneOf } from '@portal/contract/response-member';
import type { TopUpQuote } from '@portal/contract/top-up-quote';
import { vatReasons } from '@portal/contract/vat';
import { useFormat, useTranslation } from '@portal/shared/i18n';
import { DetailList, detail, Money, useDecimalFormat } from '@portal/shared/ui';
import classes from './top-up-quote.module.css';
import type { QuoteState } from './use-top-up-quote.ts';

/** What a top-up costs and why. The figures of an earlier input are dimmed while new ones are loading. */
export function TopUpQuotePanel({ state: { quote, isStale } }: { state: QuoteState }) {
  const { t } = useTranslation('financesTopUpBalanceSidebar');
  const { percent } = useDecimalFormat();
  const why = useWhy(quote);
  const { amounts = null } = quote ?? {};
  if (quote === undefined || amounts === null) return <p>{t('review.vatText')}</p>;
  const money = (amount: string) => <Money amount={amount} currency={quote.currency} />;
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
          detail(t('result.credit'), amounts.amount, money),
          detail(t('result.vatAt', { rate: percent(amounts.tax_rate) }), amounts.tax_amount, money),
          detail(t('result.gross'), amounts.gross_amount, money),
          detail(t('quote.balanceAfter'), amounts.balance_after, money),
          detail(t('vatReason.title'), why),
        ]}
      />
    </div>
  );
}

/** Why the top-up has its VAT, in words; null for a reason of a later server. */
function useWhy(quote: TopUpQuote | undefined): string | null {
  const { t } = useTranslation('financesTopUpBalanceSidebar');
  const { countryName } = useFormat();
  const { percent } = useDecimalFormat();
  if (quote === undefined) return null;
  const { reason, country, rate, treatment } = quote.vat;
  const isTaxedLater = quote.basis === 'usage' && treatment === 'standard';
  const sentences = [
    isTaxedLater ? t('quote.onUsage', { rate: percent(rate) }) : null,
    isOneOf(vatReasons, reason)
      ? t(`vatReason.${reason}`, { country: country === null ? '' : countryName(country) })
      : null,
  ];
  return sentences.filter((sentence) => sentence !== null).join(' ') || null;
}
