import type { MessagesSummary as Summary } from '@portal/contract/messages';
import { useFormat, useTranslation } from '@portal/shared/i18n';
import { Card, Grid, InfoTip, Stat } from '@portal/shared/ui';

/** Totals of all messages that the filters leave, not of the page alone. */
export function MessagesSummary({ summary }: { summary: Summary }) {
  const { t } = useTranslation('messagingHistory');
  const format = useFormat();
  const rate = t('summary.rate');
  return (
    <Card aria-label={t('summary.title')}>
      <Grid columns="xs">
        <Stat size="small" label={t('summary.messages')} value={format.number(summary.messages)} />
        <Stat size="small" label={t('summary.parts')} value={format.number(summary.parts)} />
        <Stat
          size="small"
          label={
            <>
              {rate}
              <InfoTip label={t('summary.about', { name: rate })}>{t('summary.rateHelp')}</InfoTip>
            </>
          }
          value={format.percent(summary.delivery_rate_percent)}
          hint={t('summary.rateHint', { delivered: format.number(summary.delivered) })}
        />
        <Stat
          size="small"
          label={t('summary.cost')}
          value={format.money(summary.cost, summary.currency, { scale: 4 })}
        />
      </Grid>
    </Card>
  );
}
