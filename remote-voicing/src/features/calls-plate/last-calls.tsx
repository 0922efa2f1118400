import type { Cdr } from '@portal/contract/cdr';
import { useFormat, useTranslation } from '@portal/shared/i18n';
import {
  addDays,
  type Column,
  DateTime,
  Duration,
  PhoneNumber,
  QueryTable,
  TextLink,
  todayIn,
} from '@portal/shared/ui';
import { useMemo } from 'react';
import { CallResultBadge } from '../../calls/call-result.tsx';
import { useCdrs } from '../../calls/use-cdrs.ts';
import { paths } from '../../paths.ts';

const shownCalls = 5;

/** The five latest calls of the last seven days; each leads to its details. */
export function LastCalls({ serviceId }: { serviceId: string }) {
  const { t } = useTranslation('voicingCdrs');
  const today = todayIn(useFormat().timeZone);
  const start_date = addDays(today, -6);
  const cdrs = useCdrs(serviceId, { start_date, end_date: today, limit: 10 });
  const columns = useColumns(start_date, today);
  return (
    <QueryTable
      caption={t('plate.caption')}
      showCaption
      columns={columns}
      query={cdrs}
      rows={({ items }) => items.slice(0, shownCalls)}
      rowKey={(call) => call.cdr_id}
      skeletonRows={shownCalls}
      empty={<p>{t('plate.noCalls')}</p>}
    />
  );
}

function useColumns(start_date: string, end_date: string): Column<Cdr>[] {
  const { t } = useTranslation('voicingCdrs');
  return useMemo<Column<Cdr>[]>(
    () => [
      {
        id: 'started',
        header: t('columns.started'),
        primary: true,
        cell: (call) => (
          <TextLink href={paths.cdr({ start_date, end_date, row: call.cdr_id })}>
            <DateTime value={call.started} />
          </TextLink>
        ),
      },
      { id: 'to', header: t('columns.to'), cell: (call) => <PhoneNumber number={call.number_to} /> },
      {
        id: 'duration',
        header: t('columns.duration'),
        align: 'end',
        cell: (call) => <Duration seconds={call.duration_seconds} />,
      },
      {
        id: 'result',
        header: t('columns.result'),
        cell: (call) => <CallResultBadge result={call.result} />,
      },
    ],
    [t, start_date, end_date],
  );
}
