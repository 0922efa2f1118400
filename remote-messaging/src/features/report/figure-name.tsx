import type { MessagingMetrics } from '@portal/contract/messaging-report';
import { useFormat, useTranslation } from '@portal/shared/i18n';
import { InfoTip } from '@portal/shared/ui';
import type { KeyFigure } from './key-figure.ts';

interface FigureNameProps {
  figure: KeyFigure;
  /** The numbers that the explanation quotes. */
  metrics: MessagingMetrics;
}

type Explained = Exclude<KeyFigure, 'parts' | 'cost'>;

/** A figure's name with how it comes about. */
export function FigureName({ figure, metrics }: FigureNameProps) {
  const { t } = useTranslation('messagingReport');
  const format = useFormat();
  const name = t(`metric.${figure}`);
  if (!isExplained(figure)) return name;
  const number = (count: number | null) => format.number(count ?? 0);
  const numbers = {
    messages: number(metrics.messages),
    delivered: number(metrics.delivered),
    pending: number(metrics.pending),
    undelivered: number(metrics.undelivered),
    expired: number(metrics.expired),
    rejected: number(metrics.rejected),
    failed: number(metrics.failed),
  };
  return (
    <>
      {name}
      <InfoTip label={t('help.about', { name })}>{t(`help.${figure}`, numbers)}</InfoTip>
    </>
  );
}

function isExplained(figure: KeyFigure): figure is Explained {
  return figure !== 'parts' && figure !== 'cost';
}
