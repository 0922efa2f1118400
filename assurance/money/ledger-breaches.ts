import type { Books } from './books.ts';
import { millionths, shown, total } from './exact-amounts.ts';
import type { MoneyLog, SettledTransfer } from './money-log.ts';

/** Rows by a value of each. */
export function groupBy<Row>(rows: readonly Row[], keyOf: (row: Row) => string): Map<string, Row[]> {
  const groups = new Map<string, Row[]>();
  for (const row of rows) {
    const key = keyOf(row);
    const group = groups.get(key);
    if (group === undefined) groups.set(key, [row]);
    else group.push(row);
  }
  return groups;
}

/** The sum of the rows' amounts. Millionths. */
export function sumOf(rows: readonly { amount: string }[]): bigint {
  return total(rows.map(({ amount }) => millionths(amount)));
}

/** What is wrong with entries, postings and balances. */
export function ledgerBreaches(books: Books, log: MoneyLog, settled: readonly SettledTransfer[]): string[] {
  return [...unbalancedEntries(books), ...wrongBalances(books), ...entriesOfNoEvent(books, log, settled)];
}

function unbalancedEntries({ entries, postings }: Books): string[] {
  const byEntry = groupBy(postings, ({ entry_id }) => entry_id);
  const known = new Set(entries.map(({ entry_id }) => entry_id));
  const sums = (rows: Books['postings']) =>
    [...groupBy(rows, ({ currency }) => currency)].flatMap(([currency, each]) => {
      const sum = sumOf(each);
      return sum === 0n ? [] : [`${shown(sum)} ${currency}`];
    });
  return [
    ...entries.flatMap(({ entry_id, event_key }) => {
      const own = byEntry.get(entry_id) ?? [];
      const wrong = own.length < 2 ? [`${own.length} postings`] : sums(own);
      return wrong.map((each) => `entry ${event_key}: ${each}`);
    }),
    ...sums(postings).map((sum) => `all postings sum to ${sum}`),
    ...[...byEntry.keys()].filter((id) => !known.has(id)).map((id) => `postings of the missing entry ${id}`),
  ];
}

function wrongBalances({ services, postings }: Books): string[] {
  const byService = groupBy(postings, ({ service_id }) => service_id ?? '');
  return services.flatMap(({ service_id, balance }) => {
    const sum = sumOf(byService.get(service_id) ?? []);
    return sum === millionths(balance) ? [] : [`${service_id} has ${balance}, its postings ${shown(sum)}`];
  });
}

/** Each entry must have an event in the world, and each event one entry at most. */
function entriesOfNoEvent(books: Books, log: MoneyLog, settled: readonly SettledTransfer[]): string[] {
  const events = new Set([
    ...books.batches.map(({ batch_id, service_id }) => `import:${batch_id}:${service_id}`),
    ...books.bankEntries.flatMap(({ bank_entry_id, payment_id }) =>
      payment_id === null ? [] : [`bank:${bank_entry_id}`],
    ),
    ...settled.map(({ invoice, id }) => `provider:btcpay:${invoice}:${id}`),
    ...books.documents.map(({ document_id }) => `invoice:${document_id}`),
    ...[...log.staffActions.keys()].map((key) => `staff:${key}`),
  ]);
  const byKey = groupBy(books.entries, ({ event_key }) => event_key);
  return [...byKey].flatMap(([key, rows]) => [
    ...(events.has(key) ? [] : [`entry ${key} has no event`]),
    ...(rows.length > 1 ? [`${rows.length} entries ${key}`] : []),
  ]);
}
