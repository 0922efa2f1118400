import { parameter } from '@portal/contract/query-value';
import { rentedNumbersQuerySchema } from '@portal/contract/rented-numbers';
import { useFormat, useTranslation } from '@portal/shared/i18n';
import { useUrlQuery } from '@portal/shared/router';
import { Inline, PagedTable, Stack } from '@portal/shared/ui';
import * as v from 'valibot';
import { NoNumbers } from './no-numbers.tsx';
import { NumberDetails } from './number-details.tsx';
import { NumberSearch } from './number-search.tsx';
import { useRentedNumbersColumns } from './rented-numbers-columns.tsx';
import { useRentedNumbers } from './use-rented-numbers.ts';

const querySchema = v.object({ ...rentedNumbersQuerySchema.entries, row: parameter(v.string()) });

/** The numbers that the service rents; a row opens its details. */
export function RentedNumbersList({ serviceId }: { serviceId: string }) {
  const { t } = useTranslation('voicingPhoneNumbers');
  const format = useFormat();
  const [{ row, ...query }, setQuery] = useUrlQuery(querySchema);
  const numbers = useRentedNumbers(serviceId, query);
  const columns = useRentedNumbersColumns();
  const page = numbers.data;
  const total = page?.total ?? page?.summary.numbers ?? 0;
  // Opening and closing a row stays on its page of the list.
  const setRow = (next: string | undefined) => setQuery({ row: next, offset: query.offset });
  return (
    <Stack>
      <NumberSearch value={query.number} onChange={(number) => setQuery({ number }, { replace: true })} />
      {page && (
        <Inline justify="between" role="status">
          <strong>{t('count', { count: total, number: format.number(total) })}</strong>
          <span>
            {t('perMonth', { price: format.money(page.summary.monthly_price, page.summary.currency) })}
          </span>
        </Inline>
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
          <NoNumbers
            isSearched={query.number !== undefined}
            onReset={() => setQuery({ number: undefined })}
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
