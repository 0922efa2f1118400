import type { CdrsPage } from '@portal/contract/cdr';
import { useFormat, useTranslation } from '@portal/shared/i18n';
import { useUrlQuery } from '@portal/shared/router';
import { EmptyList, ListStatus, PagedTable, Stack, Stat, StatsCard, usePresetDays } from '@portal/shared/ui';
import { useCdrs } from '../../calls/use-calls.ts';
import { VoicingPage } from '../../voicing-service.tsx';
import { CallDetails } from './call-details.tsx';
import { useCdrColumns } from './cdr-columns.tsx';
import { CdrFilters, cdrFilters, cdrPageQuerySchema } from './cdr-filters.tsx';

export default function CdrPage() {
  const { t } = useTranslation('voicingCdrs');
  const { timeZone } = useFormat();
  return (
    <VoicingPage title={t('title')} description={t('description', { timeZone })}>
      {(service) => <CdrList serviceId={service.service_id} />}
    </VoicingPage>
  );
}

/** The service's calls with their filters; a row opens its details. */
function CdrList({ serviceId }: { serviceId: string }) {
  const { t } = useTranslation('voicingCdrs');
  const format = useFormat();
  const [{ row, ...query }, setQuery] = useUrlQuery(cdrPageQuerySchema);
  const cdrs = useCdrs(serviceId, query);
  const columns = useCdrColumns();
  const page = cdrs.data;
  const total = page?.total ?? page?.summary.calls_total ?? 0;
  const last30Days = usePresetDays('last30Days');
  // Without the offset, a patch goes back to the first page.
  const setRow = (next: string | undefined) => setQuery({ row: next, offset: query.offset });
  const isFiltered = cdrFilters.count(query) > 0;
  return (
    <Stack>
      <CdrFilters serviceId={serviceId} query={query} setQuery={setQuery} />
      {page && page.summary.calls_total > 0 && <Totals summary={page.summary} />}
      {page && (
        <ListStatus count={t('count', { count: total, number: format.number(total) })}>
          {t('interval', {
            from: format.dateTime(page.period.start_utc),
            to: format.dateTime(page.period.end_utc),
          })}
        </ListStatus>
      )}
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
        empty={
          <EmptyList
            icon="phone"
            textOf={(key) => t(`empty.${key}`)}
            isFiltered={isFiltered}
            onReset={() => setQuery(cdrFilters.reset)}
            action={t('empty.lastMonth')}
            onAction={() => setQuery(last30Days)}
          />
        }
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

/** Totals of all calls that match the filters, on every page of the list. */
function Totals({ summary }: Pick<CdrsPage, 'summary'>) {
  const { t } = useTranslation('voicingCdrs');
  const format = useFormat();
  const help = (name: string, text: string) => ({ about: t('summary.about', { name }), text });
  const [asr, acd] = [t('summary.asr'), t('summary.acd')];
  return (
    <StatsCard label={t('summary.title')}>
      <Stat size="small" label={t('summary.calls')} value={format.number(summary.calls_total)} />
      <Stat size="small" label={t('summary.answered')} value={format.number(summary.calls_answered)} />
      <Stat
        size="small"
        label={asr}
        help={help(asr, t('summary.asrHelp'))}
        value={format.percent(summary.asr_percent)}
      />
      <Stat
        size="small"
        label={acd}
        help={help(acd, t('summary.acdHelp'))}
        value={format.duration(summary.acd_seconds)}
      />
      <Stat size="small" label={t('summary.talk')} value={format.duration(summary.talk_seconds)} />
      <Stat
        size="small"
        label={t('summary.cost')}
        value={format.money(summary.cost, summary.currency, { scale: 4 })}
      />
    </StatsCard>
  );
}
