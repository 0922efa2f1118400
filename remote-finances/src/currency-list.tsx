import {
  Card,
  EmptyList,
  type EmptyListProps,
  Grid,
  type ListPage,
  Money,
  PagedTable,
  type PagedTableProps,
  Stack,
  Stat,
} from '@portal/shared/ui';
import type { ReactNode } from 'react';
import classes from './currency-list.module.css';

interface CurrencyTotal {
  currency: string;
  count: number;
}

interface TotalsPage<Row, Total extends CurrencyTotal> extends ListPage<Row> {
  summary: readonly Total[];
}

interface CurrencyListProps<Row, Total extends CurrencyTotal>
  extends Omit<PagedTableProps<Row, TotalsPage<Row, Total>>, 'empty'> {
  /** The filters. */
  children: ReactNode;
  countText: (count: number) => string;
  empty: EmptyListProps;
  sumsTitle: string;
  /** The sums of a currency: label and amount. */
  sumsOf: (total: Total) => (readonly [label: string, amount: string])[];
}

/** A list of payments or invoices: filters, number of entries, one page of the table, and the sums by currency. */
export function CurrencyList<Row, Total extends CurrencyTotal>(props: CurrencyListProps<Row, Total>) {
  const { children, countText, empty, sumsTitle, sumsOf, ...table } = props;
  const { total, summary = [] } = table.query.data ?? {};
  return (
    <Stack>
      {children}
      <p role="status" className={classes['count']}>
        {typeof total === 'number' && countText(total)}
      </p>
      <PagedTable {...table} empty={<EmptyList {...empty} />} />
      {summary.length > 0 && (
        <Card title={sumsTitle}>
          <Stack>
            {summary.map((sums) => (
              <Grid key={sums.currency} columns="s">
                {sumsOf(sums).map(([label, amount], index) => (
                  <Stat
                    key={label}
                    size="small"
                    label={label}
                    value={<Money amount={amount} currency={sums.currency} />}
                    hint={index === 0 && countText(sums.count)}
                  />
                ))}
              </Grid>
            ))}
          </Stack>
        </Card>
      )}
    </Stack>
  );
}
