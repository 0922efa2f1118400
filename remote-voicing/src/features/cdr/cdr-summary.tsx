import type { CdrsSummary } from '@portal/contract/cdr';
import { useFormat, useTranslation } from '@portal/shared/i18n';
import { InfoTip, Stat } from '@portal/shared/ui';
import type { ReactNode } from 'react';
import { Figures } from '../../calls/figures.tsx';

/** Totals of all calls that the filters leave, not of the page alone. */
export function CdrSummary({ summary }: { summary: CdrsSummary }) {
  const { t } = useTranslation('voicingCdrs');
  const format = useFormat();
  return (
    <Figures label={t('summary.title')}>
      <Stat size="small" label={t('summary.calls')} value={format.number(summary.calls_total)} />
      <Stat size="small" label={t('summary.answered')} value={format.number(summary.calls_answered)} />
      <Stat
        size="small"
        label={<Explained name={t('summary.asr')}>{t('summary.asrHelp')}</Explained>}
        value={format.percent(summary.asr_percent)}
      />
      <Stat
        size="small"
        label={<Explained name={t('summary.acd')}>{t('summary.acdHelp')}</Explained>}
        value={format.duration(summary.acd_seconds)}
      />
      <Stat size="small" label={t('summary.talk')} value={format.duration(summary.talk_seconds)} />
      <Stat
        size="small"
        label={t('summary.cost')}
        value={format.money(summary.cost, summary.currency, { scale: 4 })}
      />
    </Figures>
  );
}

function Explained({ name, children }: { name: string; children: ReactNode }) {
  const { t } = useTranslation('voicingCdrs');
  return (
    <>
      {name}
      <InfoTip label={t('summary.about', { name })}>{children}</InfoTip>
    </>
  );
}
