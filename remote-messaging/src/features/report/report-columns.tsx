import type { Period } from '@portal/contract/dates';
import {
  type MessagingMetrics,
  type MessagingReport,
  type MessagingReportRow,
  type ReportGroup,
  reportGroups,
} from '@portal/contract/messaging-report';
import { useFormat, useTranslation } from '@portal/shared/i18n';
import { groupColumns } from '@portal/shared/service-pages';
import { type Column, CountryName, TwoLineCell } from '@portal/shared/ui';
import { type ReactNode, useMemo } from 'react';
import { MessageAddress, useCarrierError } from '../../message-values.tsx';
import { type LinkedFigure, MessagesLink, notDelivered } from './messages-link.tsx';
import classes from './report.module.css';

type RowKey = MessagingReportRow['key'];

/** A column for each group, then the figures with their totals. The id of a sortable column is the contract's order field. */
export function useReportColumns(
  groups: readonly string[],
  page: MessagingReport | undefined,
): Column<MessagingReportRow>[] {
  const { t } = useTranslation('messagingReport');
  const format = useFormat();
  return useMemo<Column<MessagingReportRow>[]>(() => {
    const period = page?.period;
    return [
      ...groupColumns<MessagingReportRow, ReportGroup>(
        groups,
        reportGroups,
        (group) => t(`group.${group}`),
        (group, value) => <GroupValue group={group} value={value} />,
      ),
      figure('messages', t('metric.messages'), (one, key) => link('messages', one.messages, key)),
      figure('delivered', t('metric.delivered'), (one, key) => link('delivered', one.delivered, key)),
      figure('delivery_rate_percent', t('metric.rate'), (one) => format.percent(one.delivery_rate_percent)),
      {
        ...figure('not_delivered', t('metric.notDelivered'), (one) =>
          link('notDelivered', notDelivered(one)),
        ),
        cell: (row) => <NotDelivered row={row} period={period} />,
        // The server sorts by each outcome, but not by their sum.
        sortable: false,
      },
      figure('parts', t('metric.parts'), (one) => format.number(one.parts)),
      figure('cost', t('metric.cost'), (one) =>
        format.money(one.cost, one.currency, { scale: 4, rounding: 'halfExpand' }),
      ),
    ];

    function link(name: LinkedFigure, count: number | null, key?: RowKey) {
      return <MessagesLink figure={name} count={count} rowKey={key} period={period} />;
    }

    function figure(
      id: string,
      header: string,
      cellOf: (metrics: MessagingMetrics, key?: RowKey) => ReactNode,
    ): Column<MessagingReportRow> {
      const total = page && cellOf(page.summary);
      return { id, header, align: 'end', sortable: true, cell: (row) => cellOf(row, row.key), total };
    }
  }, [groups, page, t, format]);
}

interface NotDeliveredProps {
  row: MessagingReportRow;
  period: Period | undefined;
}

/** The number of messages of a row that were not delivered, with the most frequent reason. */
function NotDelivered({ row, period }: NotDeliveredProps) {
  const { t } = useTranslation('messagingReport');
  const format = useFormat();
  const reasonOf = useCarrierError();
  const [error] = row.top_errors;
  return (
    <span className={classes['notDelivered']}>
      <MessagesLink figure="notDelivered" count={notDelivered(row)} rowKey={row.key} period={period} />
      {error && (
        <span className={classes['reason']}>
          {t('topError', { name: reasonOf(error.name, error.code), number: format.number(error.count) })}
        </span>
      )}
    </span>
  );
}

interface KeyTexts {
  /** The value of one group. */
  valueText: (group: string, value: string | null | undefined) => string;
  /** The values of all groups: "Estonia → Telia". */
  rowText: (row: MessagingReportRow, groups: readonly string[]) => string;
}

/** Names the rows of the report in the customer's language. */
export function useKeyText(): KeyTexts {
  const { t } = useTranslation('messagingReport');
  const format = useFormat();

  function valueText(group: string, value: string | null | undefined): string {
    if (!value) return group === 'campaign' ? t('value.noCampaign') : t('value.none');
    if (group === 'day') return format.date(value);
    return group === 'country' ? format.countryName(value) : value;
  }
  return {
    valueText,
    rowText: ({ key }, groups) =>
      groups
        .map((group) => valueText(group, key[group]))
        .reduce((outer, inner) => t('filters.nested', { outer, inner })),
  };
}

interface GroupValueProps {
  group: string;
  value: string | null | undefined;
}

/** The value of a group in the table: a country, a network, a sender. */
export function GroupValue({ group, value }: GroupValueProps) {
  const { valueText } = useKeyText();
  if (value && group === 'country') {
    return (
      <TwoLineCell>
        <CountryName code={value} />
      </TwoLineCell>
    );
  }
  if (value && group === 'sender') return <MessageAddress address={value} />;
  return valueText(group, value);
}
