import type { Services } from '@portal/contract/services';
import { type Statement, statementFilterSchema } from '@portal/contract/statement';
import { useFormat, useTranslation } from '@portal/shared/i18n';
import { useUrlQuery } from '@portal/shared/router';
import { useServices } from '@portal/shared/session';
import {
  Card,
  EmptyList,
  EmptyState,
  Grid,
  ListStatus,
  Money,
  PagedTable,
  PageHeader,
  QueryFallback,
  Reserved,
  Stack,
  Stat,
} from '@portal/shared/ui';
import { Fragment } from 'react';
import { useStatementColumns } from './statement-columns.tsx';
import { StatementDownloads } from './statement-downloads.tsx';
import { StatementFilters, statementFilters } from './statement-filters.tsx';
import { useStatement, useStatementWords } from './use-statement.ts';

export default function StatementPage() {
  const { t } = useTranslation('financesStatement');
  const services = useServices();
  if (services.data === undefined || services.data.services.length === 0) {
    return (
      <>
        <PageHeader title={t('title')} description={t('description')} />
        {services.data === undefined ? (
          <QueryFallback query={services} />
        ) : (
          <EmptyState title={t('noService')}>{t('noServiceText')}</EmptyState>
        )}
      </>
    );
  }
  return <ServiceStatement services={services.data.services} />;
}

/** The statement of one service: the first unless the address names another. */
function ServiceStatement({ services }: Pick<Services, 'services'>) {
  const { t } = useTranslation('financesStatement');
  const { date, timeZone } = useFormat();
  const [query, setQuery] = useUrlQuery(statementFilterSchema);
  const serviceId = query.service_id ?? services[0]?.service_id ?? '';
  const statement = useStatement({ ...query, service_id: serviceId });
  const reset = () => setQuery(statementFilters.reset);
  const { period, total } = statement.data ?? {};
  const sums = statement.isPending ? loadingSums : statement.data;
  return (
    <>
      <PageHeader
        title={t('title')}
        description={t('description')}
        actions={<StatementDownloads serviceId={serviceId} query={query} statement={statement.data} />}
      />
      <Stack>
        <StatementFilters
          services={services}
          serviceId={serviceId}
          query={query}
          onChange={setQuery}
          onReset={reset}
        />
        <Reserved isLoading={statement.isPending}>{sums && <StatementSums {...sums} />}</Reserved>
        {/* The sums have as many lines as there are kinds of movements: the skeleton is replaced, not moved. */}
        <Fragment key={statement.isPending ? 'loading' : 'loaded'}>
          {!(statement.isError && period === undefined) && (
            <ListStatus
              count={typeof total === 'number' ? t('count', { count: total }) : ''}
              isLoading={period === undefined}
            >
              {period &&
                t('period', { start: date(period.start_date), end: date(period.end_date), timeZone })}
            </ListStatus>
          )}
          <PagedTable
            caption={t('title')}
            columns={useStatementColumns()}
            query={statement}
            rowKey={({ line }) => String(line)}
            order={query.order}
            onChange={setQuery}
            empty={
              <EmptyList
                textOf={(key) => t(`empty.${key}`)}
                isFiltered={statementFilters.count(query) > 0}
                onReset={reset}
              />
            }
          />
        </Fragment>
      </Stack>
    </>
  );
}

type StatementSumsProps = Pick<Statement, 'opening_balance' | 'closing_balance' | 'totals' | 'currency'>;

/** Samples of the sums while these are loading. */
const loadingSums: StatementSumsProps = {
  opening_balance: '0',
  closing_balance: '0',
  totals: [
    { kind: 'usage', count: 0, amount: '0' },
    { kind: 'top_up', count: 0, amount: '0' },
  ],
  currency: 'eur',
};

/** Opening balance, what moved it, and closing balance: they add up. */
function StatementSums({ opening_balance, closing_balance, totals, currency }: StatementSumsProps) {
  const { t } = useTranslation('financesStatement');
  const words = useStatementWords();
  const money = (amount: string) => <Money amount={amount} currency={currency} rate />;
  return (
    <Card title={t('sums.title')}>
      {/* Wide enough for amounts of six decimals. */}
      <Grid>
        <Stat size="small" label={t('sums.opening')} value={money(opening_balance)} />
        {totals.map(({ kind, count, amount }) => (
          <Stat
            key={kind}
            size="small"
            label={words.kind(kind)}
            value={money(amount)}
            hint={t('count', { count })}
          />
        ))}
        <Stat size="small" label={t('sums.closing')} value={money(closing_balance)} />
      </Grid>
    </Card>
  );
}
