import type { Period } from '@portal/contract/dates';
import type { MessagingReportRow } from '@portal/contract/messaging-report';
import { useFormat, useTranslation } from '@portal/shared/i18n';
import { Card, DetailList } from '@portal/shared/ui';
import { useCarrierError } from '../../../message-values.tsx';
import { type LinkedFigure, MessagesLink } from '../messages-link.tsx';
import { latencyText } from './key-figures.tsx';

interface RowDetailsProps {
  row: MessagingReportRow;
  period: Period | undefined;
}

/** The details of one row, the content of its drawer: outcomes, errors, cost and speed. */
export function RowDetails({ row, period }: RowDetailsProps) {
  return (
    <>
      <Outcomes row={row} period={period} />
      <Errors row={row} period={period} />
      <CostAndSpeed row={row} />
    </>
  );
}

const outcomes = ['delivered', 'undelivered', 'expired', 'rejected', 'failed', 'pending'] as const;

function Outcomes({ row, period }: RowDetailsProps) {
  const { t } = useTranslation('messagingReport');
  const format = useFormat();
  const link = (figure: LinkedFigure, count: number | null) => (
    <MessagesLink figure={figure} count={count} rowKey={row.key} period={period} />
  );
  const share = (count: number) => format.percent(row.messages > 0 ? (100 * count) / row.messages : null);
  return (
    <Card title={t('details.outcomes')} headingLevel={3}>
      <DetailList
        items={[
          { term: t('metric.messages'), description: <strong>{link('messages', row.messages)}</strong> },
          ...outcomes.map((outcome) => ({
            term: t(`metric.${outcome}`),
            description: (
              <>
                {link(outcome, row[outcome])} ({share(row[outcome] ?? 0)})
              </>
            ),
          })),
          { term: t('metric.rate'), description: format.percent(row.delivery_rate_percent) },
          (row.received ?? 0) > 0 && {
            term: t('metric.received'),
            description: link('received', row.received),
          },
        ]}
      />
    </Card>
  );
}

function Errors({ row, period }: RowDetailsProps) {
  const { t } = useTranslation('messagingReport');
  const reasonOf = useCarrierError();
  const { top_errors: errors } = row;
  return (
    <Card title={t('details.errors')} headingLevel={3}>
      {errors.length === 0 ? (
        <p>{t('details.noErrors')}</p>
      ) : (
        <DetailList
          items={errors.map(({ code, name, count }) => ({
            id: code,
            term: name === null ? code : t('details.error', { name: reasonOf(name, code), code }),
            description: (
              <MessagesLink figure="all" errorCode={code} count={count} rowKey={row.key} period={period} />
            ),
          }))}
        />
      )}
    </Card>
  );
}

function CostAndSpeed({ row }: { row: MessagingReportRow }) {
  const { t } = useTranslation('messagingReport');
  const format = useFormat();
  return (
    <Card title={t('details.cost')} headingLevel={3}>
      <DetailList
        items={[
          { term: t('metric.parts'), description: format.number(row.parts) },
          {
            term: t('metric.cost'),
            description: format.money(row.cost, row.currency, { scale: 4, rounding: 'halfExpand' }),
          },
          {
            term: t('metric.pricePerPart'),
            description: format.money(row.avg_price_per_part, row.currency, {
              scale: 4,
              rounding: 'halfExpand',
            }),
          },
          { term: t('metric.latency'), description: latencyText(row.latency_ms_p50, format) },
        ]}
      />
    </Card>
  );
}
