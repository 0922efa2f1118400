import { parameter } from '@portal/contract/query-value';
import { rentedNumbersQuerySchema } from '@portal/contract/rented-numbers';
import { useFormat, useTranslation } from '@portal/shared/i18n';
import { defineListFilters, useUrlQuery } from '@portal/shared/router';
import { ServiceList, ServicePage } from '@portal/shared/service-pages';
import { Button, SearchBox } from '@portal/shared/ui';
import * as v from 'valibot';
import { useVoicingService } from '../../voicing-service.ts';
import { NumberDetails, SupportButtons } from './number-details.tsx';
import classes from './rented-numbers.module.css';
import { useRentedNumbersColumns } from './rented-numbers-columns.tsx';
import { useNumberSupport, useRentedNumbers } from './use-rented-numbers.ts';

export default function RentedNumbersPage() {
  const { t } = useTranslation('voicingPhoneNumbers');
  const support = useNumberSupport();
  const request = support && (
    <Button size="medium" icon="plus" onClick={support.requestNumber}>
      {t('request')}
    </Button>
  );
  return (
    <ServicePage
      title={t('title')}
      description={t('description')}
      actions={request}
      service={useVoicingService()}
    >
      {(serviceId) => <RentedNumbersList serviceId={serviceId} />}
    </ServicePage>
  );
}

const querySchema = v.object({ ...rentedNumbersQuerySchema.entries, row: parameter(v.string()) });
const filters = defineListFilters(querySchema, { other: ['row'] });

/** The numbers that the service rents; a row opens its details. */
function RentedNumbersList({ serviceId }: { serviceId: string }) {
  const { t } = useTranslation('voicingPhoneNumbers');
  const { money } = useFormat();
  const support = useNumberSupport();
  const [{ row, ...query }, setQuery] = useUrlQuery(querySchema);
  const numbers = useRentedNumbers(serviceId, query);
  return (
    <ServiceList
      caption={t('caption')}
      columns={useRentedNumbersColumns()}
      query={numbers}
      rowKey={(number) => number.number_id}
      rowLabel={({ number }) => t('openNumber', { number })}
      order={query.order}
      setQuery={setQuery}
      count={numbers.data?.summary.numbers}
      countText={(total) => t('count', total)}
      covers={({ summary }) => t('perMonth', { price: money(summary.monthly_price, summary.currency) })}
      empty={{
        icon: 'hash',
        textOf: (key) => t(`empty.${key}`),
        isFiltered: filters.count(query) > 0,
        onReset: () => setQuery(filters.reset),
        action: t('request'),
        onAction: support?.requestNumber,
      }}
      drawer={{
        row,
        offset: query.offset,
        title: t('details.title'),
        content: (number) => <NumberDetails serviceId={serviceId} number={number} />,
        footer: (number) => <SupportButtons number={number} />,
      }}
    >
      <NumberSearch
        value={query.search ?? query.number}
        onChange={(search) => setQuery({ search, number: undefined }, { replace: true })}
      />
    </ServiceList>
  );
}

interface NumberSearchProps {
  value: string | undefined;
  onChange: (value: string) => void;
}

function NumberSearch({ value = '', onChange }: NumberSearchProps) {
  const { t } = useTranslation('voicingPhoneNumbers');
  return (
    <div role="search" className={classes['search']}>
      <SearchBox label={t('search')} placeholder={t('search')} value={value} onSearch={onChange} />
    </div>
  );
}
