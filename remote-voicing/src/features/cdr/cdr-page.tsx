import type { CallTotals, Cdr } from '@portal/contract/cdr';
import { exportCalls } from '@portal/contract/exports';
import { documentAddress } from '@portal/shared/api';
import { useFormat, useTranslation } from '@portal/shared/i18n';
import { useUrlQuery } from '@portal/shared/router';
import { ExportLinks, ServiceList, ServicePage, SupportButton } from '@portal/shared/service-pages';
import { Stat, StatsCard, usePresetDays } from '@portal/shared/ui';
import { knownResult } from '../../call-result.tsx';
import { useCallTotals, useCdrs, useVoicingService } from '../../voicing-service.ts';
import { CallDetails } from './call-details.tsx';
import { useCdrColumns } from './cdr-columns.tsx';
import { CdrFilters, cdrFilters, cdrPageQuerySchema } from './cdr-filters.tsx';

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
  const [{ row, ...query }, setQuery] = useUrlQuery(cdrPageQuerySchema);
  const cdrs = useCdrs(serviceId, query);
  const { data: totals } = useCallTotals(serviceId, cdrFilters.only(query));
  const last30Days = usePresetDays('last30Days');
  return (
    <ServiceList
      caption={t('caption')}
      columns={useCdrColumns()}
      query={cdrs}
      rowKey={(call) => call.cdr_id}
      rowLabel={(call) => t('openCall', { from: call.number_from, to: call.number_to })}
      order={query.order}
      setQuery={setQuery}
      counted={totals}
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
        content: (call) => <CallDetails call={call} serviceId={serviceId} />,
        footer: (call) => <ReportProblem call={call} serviceId={serviceId} />,
      }}
    >
      <CdrFilters serviceId={serviceId} query={query} setQuery={setQuery} />
      {totals && totals.total > 0 && <Totals totals={totals} />}
      <ExportLinks
        addressOf={(format, order) =>
          documentAddress(exportCalls, {
            params: { service_id: serviceId },
            query: { ...cdrFilters.only(query), order, format },
          })
        }
        order={query.order}
        timeOrder="-started"
        counted={totals}
        textOf={(key) => t(`export.${key}`)}
        tooMany={(values) => t('export.tooMany', values)}
      />
    </ServiceList>
  );
}

/** Totals of all calls that match the filters, on every page of the list. */
function Totals({ totals: { summary, total } }: { totals: CallTotals }) {
  const { t } = useTranslation('voicingCdrs');
  const format = useFormat();
  if (summary === null) return <p>{t('summary.tooMany', { number: format.number(total) })}</p>;
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
