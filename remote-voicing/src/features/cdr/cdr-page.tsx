import type { Cdr } from '@portal/contract/cdr';
import { checkCallsExport, exportCalls } from '@portal/contract/exports';
import { documentAddress, request } from '@portal/shared/api';
import { useFormat, useTranslation } from '@portal/shared/i18n';
import { parametersOf, useUrlQuery } from '@portal/shared/router';
import {
  DeletedRecords,
  ExportLinks,
  fixedPeriod,
  HistoryViews,
  ServiceList,
  ServicePage,
  SupportButton,
  TotalsFailure,
  useHistoryColumns,
} from '@portal/shared/service-pages';
import { Reserved, usePresetDays } from '@portal/shared/ui';
import { knownResult } from '../../call-result.tsx';
import { useCallTotals, useCdr, useCdrs, useVoicingService } from '../../voicing-service.ts';
import { CallDetails } from './call-details.tsx';
import { CallTotals, loadingTotals } from './call-totals.tsx';
import { useCdrColumns } from './cdr-columns.tsx';
import { CdrFilters, cdrFilters, cdrPageQuerySchema } from './cdr-filters.tsx';
import { ChosenCallFilters } from './chosen-filters.tsx';

export default function CdrPage() {
  const { t } = useTranslation('voicingCdrs');
  const { timeZone } = useFormat();
  return (
    <ServicePage
      title={t('title')}
      description={t('description', { timeZone })}
      service={useVoicingService()}
    >
      {(serviceId) => <CdrList serviceId={serviceId} />}
    </ServicePage>
  );
}

/** The service's calls with their filters; a row opens its details. */
function CdrList({ serviceId }: { serviceId: string }) {
  const { t } = useTranslation('voicingCdrs');
  const { dateTime } = useFormat();
  const [{ row, columns: chosen, ...query }, setQuery] = useUrlQuery(cdrPageQuerySchema);
  const columns = useCdrColumns();
  const shown = useHistoryColumns('calls', columns, chosen);
  const cdrs = useCdrs(serviceId, query);
  const call = useCdr(serviceId, row, cdrs.data?.items);
  const totals = useCallTotals(serviceId, cdrFilters.only(query));
  const isCounting = totals.isPending;
  const shownTotals = isCounting ? loadingTotals : totals.data;
  const last30Days = usePresetDays('last30Days');
  return (
    <ServiceList
      caption={t('caption')}
      columns={shown}
      query={cdrs}
      rowKey={({ cdr_id }) => cdr_id}
      rowLabel={({ number_from: from, number_to: to }) => t('openCall', { from, to })}
      order={query.order}
      setQuery={setQuery}
      counted={totals.data}
      countText={(total) => t('count', total)}
      covers={({ period }) =>
        t('interval', { from: dateTime(period.start_utc), to: dateTime(period.end_utc) })
      }
      empty={{
        icon: 'phone',
        textOf: (key) => t(`empty.${key}`),
        isFiltered: cdrFilters.count(query) > 0,
        onReset: () => setQuery(cdrFilters.reset),
        action: t('empty.lastMonth'),
        onAction: () => setQuery(last30Days),
      }}
      drawer={{
        row,
        offset: query.offset,
        title: t('details.title'),
        content: (opened) => <CallDetails call={opened} serviceId={serviceId} />,
        footer: (opened) => <ReportProblem call={opened} serviceId={serviceId} />,
        byId: { query: call, textOf: (key) => t(`details.${key}`) },
        fixedPeriod: fixedPeriod(query, cdrs.data?.period),
      }}
    >
      <CdrFilters
        serviceId={serviceId}
        query={query}
        setQuery={setQuery}
        actions={
          <HistoryViews
            kind="calls"
            columns={columns}
            shown={shown}
            onChoose={(ids) => setQuery({ columns: ids, offset: String(query.offset) })}
            query={parametersOf({ ...cdrFilters.only(query), order: query.order })}
          />
        }
      />
      <ChosenCallFilters query={query} setQuery={setQuery} />
      <DeletedRecords period={cdrs.data?.period} />
      <TotalsFailure totals={totals} list={cdrs} />
      <Reserved isLoading={isCounting}>
        {shownTotals && shownTotals.total > 0 && <CallTotals {...shownTotals} />}
      </Reserved>
      <Reserved isLoading={isCounting}>
        <ExportLinks
          kind="calls"
          serviceId={serviceId}
          filters={parametersOf(cdrFilters.only(query))}
          fileOf={(format) => {
            const input = {
              params: { service_id: serviceId },
              query: { ...cdrFilters.only(query), order: query.order, format },
            };
            return {
              address: documentAddress(exportCalls, input),
              check: () => request(checkCallsExport, input),
            };
          }}
          order={query.order}
          timeOrder="-started"
          // A list that cannot be counted in time is exported in the background.
          counted={shownTotals ?? null}
          textOf={(key) => t(`export.${key}`)}
        />
      </Reserved>
    </ServiceList>
  );
}

function ReportProblem({ call, serviceId }: { call: Cdr; serviceId: string }) {
  const { t } = useTranslation('voicingCdrs');
  const { dateTime } = useFormat();
  const result = knownResult(call.result);
  const facts = {
    id: call.cdr_id,
    from: call.number_from,
    to: call.number_to,
    time: dateTime(call.started, { seconds: true }),
    result: result ? t(`result.${result}`) : call.result,
  };
  return (
    <SupportButton
      request={{
        category: 'voicing',
        subject: t('problem.subject', facts),
        body: t('problem.body', facts),
        service_id: serviceId,
        row_id: call.cdr_id,
      }}
    >
      {t('details.report')}
    </SupportButton>
  );
}
