import { parameter } from '@portal/contract/query-value';
import { rentedNumbersQuerySchema } from '@portal/contract/rented-numbers';
import { useFormat, useTranslation } from '@portal/shared/i18n';
import { useUrlQuery } from '@portal/shared/router';
import {
  Button,
  EmptyList,
  ListStatus,
  PagedTable,
  SearchField,
  Stack,
  useTypedFilter,
} from '@portal/shared/ui';
import * as v from 'valibot';
import { toNumberFilter } from '../../calls/number-filter.tsx';
import { VoicingPage } from '../../voicing-service.tsx';
import { NumberDetails } from './number-details.tsx';
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
    <VoicingPage title={t('title')} description={t('description')} actions={request}>
      {(service) => <RentedNumbersList serviceId={service.service_id} />}
    </VoicingPage>
  );
}

const querySchema = v.object({ ...rentedNumbersQuerySchema.entries, row: parameter(v.string()) });

/** The numbers that the service rents; a row opens its details. */
function RentedNumbersList({ serviceId }: { serviceId: string }) {
  const { t } = useTranslation('voicingPhoneNumbers');
  const format = useFormat();
  const support = useNumberSupport();
  const [{ row, ...query }, setQuery] = useUrlQuery(querySchema);
  const numbers = useRentedNumbers(serviceId, query);
  const columns = useRentedNumbersColumns();
  const page = numbers.data;
  const total = page?.total ?? page?.summary.numbers ?? 0;
  // Without the offset, a patch goes back to the first page.
  const setRow = (next: string | undefined) => setQuery({ row: next, offset: query.offset });
  const isFiltered = query.number !== undefined;
  return (
    <Stack>
      <NumberSearch value={query.number} onChange={(number) => setQuery({ number }, { replace: true })} />
      {page && (
        <ListStatus count={t('count', { count: total, number: format.number(total) })}>
          {t('perMonth', { price: format.money(page.summary.monthly_price, page.summary.currency) })}
        </ListStatus>
      )}
      <PagedTable
        caption={t('caption')}
        columns={columns}
        query={numbers}
        rowKey={(number) => number.number_id}
        order={query.order}
        onChange={setQuery}
        onRowOpen={(number) => setRow(number.number_id)}
        rowLabel={({ number }) => t('openNumber', { number })}
        isRowSelected={(number) => number.number_id === row}
        empty={
          <EmptyList
            icon="hash"
            textOf={(key) => t(`empty.${key}`)}
            isFiltered={isFiltered}
            onReset={() => setQuery({ number: undefined })}
            action={t('request')}
            onAction={support?.requestNumber}
          />
        }
      />
      <NumberDetails
        rowId={row}
        number={page?.items.find((number) => number.number_id === row)}
        isLoading={numbers.isPending}
        onClose={() => setRow(undefined)}
      />
    </Stack>
  );
}

interface NumberSearchProps {
  value: string | undefined;
  onChange: (value: string) => void;
}

function NumberSearch({ value = '', onChange }: NumberSearchProps) {
  const { t } = useTranslation('voicingPhoneNumbers');
  const { text, setText, isRefused } = useTypedFilter(value, toNumberFilter, onChange);
  return (
    <div role="search" className={classes['search']}>
      <SearchField
        label={t('search')}
        placeholder={t('search')}
        description={t('searchHint')}
        error={isRefused ? t('searchError') : undefined}
        inputMode="tel"
        value={text}
        onValueChange={setText}
      />
    </div>
  );
}
