import type { Period } from '@portal/contract/dates';
import { useFormat, useTranslation } from '@portal/shared/i18n';
import { TextLink } from '@portal/shared/ui';
import { paths } from '../../paths.ts';
import { historyFilters, type LinkedFigure } from './history-filters.ts';

interface HistoryLinkProps {
  figure: LinkedFigure;
  count: number | null;
  /** The row's groups; without them the whole period is meant. */
  rowKey?: Readonly<Record<string, string | null>> | undefined;
  period: Period | undefined;
}

const noGroups = {};

/** A number of messages that leads to these messages in the history, where its filters can tell them apart. */
export function HistoryLink({ figure, count, rowKey = noGroups, period }: HistoryLinkProps) {
  const { t } = useTranslation('messagingReport');
  const number = useFormat().number(count);
  const filters = period && count ? historyFilters(rowKey, period, figure) : null;
  if (!filters) return number;
  return (
    <TextLink href={paths.history(filters)} aria-label={t(`link.${figure}`, { number })}>
      {number}
    </TextLink>
  );
}
