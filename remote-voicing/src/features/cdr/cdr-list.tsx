import { useTranslation } from '@portal/shared/i18n';
import { useUrlQuery } from '@portal/shared/router';
import { PagedTable, Stack } from '@portal/shared/ui';
import { useCdrs } from '../../calls/use-cdrs.ts';
import { CallDetails } from './call-details.tsx';
import { useCdrColumns } from './cdr-columns.tsx';
import { CdrFilters } from './cdr-filters.tsx';
import { cdrPageQuerySchema } from './cdr-page-query.ts';
import { CdrSummary } from './cdr-summary.tsx';
import { NoCalls } from './no-calls.tsx';
import { SelectionStatus } from './selection-status.tsx';

/** The service's calls with their filters; a row opens its details. */
export function CdrList({ serviceId }: { serviceId: string }) {
  const { t } = useTranslation('voicingCdrs');
  const [{ row, ...query }, setQuery] = useUrlQuery(cdrPageQuerySchema);
  const cdrs = useCdrs(serviceId, query);
  const columns = useCdrColumns();
  const page = cdrs.data;
  // Opening and closing a row stays on its page of the list.
  const setRow = (next: string | undefined) => setQuery({ row: next, offset: query.offset });
  return (
    <Stack>
      <CdrFilters serviceId={serviceId} query={query} setQuery={setQuery} />
      {page && page.summary.calls_total > 0 && <CdrSummary summary={page.summary} />}
      {page && <SelectionStatus page={page} />}
      <PagedTable
        caption={t('caption')}
        columns={columns}
        query={cdrs}
        rowKey={(call) => call.cdr_id}
        order={query.order}
        onChange={setQuery}
        onRowOpen={(call) => setRow(call.cdr_id)}
        rowLabel={(call) => t('openCall', { from: call.number_from, to: call.number_to })}
        isRowSelected={(call) => call.cdr_id === row}
        empty={<NoCalls query={query} setQuery={setQuery} />}
      />
      <CallDetails
        serviceId={serviceId}
        rowId={row}
        call={page?.items.find((call) => call.cdr_id === row)}
        isLoading={cdrs.isPending}
        onClose={() => setRow(undefined)}
      />
    </Stack>
  );
}
