import type { Pool } from 'pg';
import { type CheckCase, lineOf } from '../harness/report.ts';
import { entryOf, insertEntries, inTransaction, type Ledger, type TriedEntry } from './ledger-client.ts';
import { refusedToCustomer, refusedToServer } from './refused-statements.ts';

/** Tries the statements as the server and as a customer. */
export async function attack(server: Pool, { accountId }: Ledger): Promise<CheckCase[]> {
  const cases: CheckCase[] = [];
  for (const statement of refusedToServer)
    cases.push(await refusedCase(server, 'server', 'begin', statement));
  const asCustomer = `begin; set local role portal_app; set local portal.account_id = '${accountId}'`;
  for (const statement of refusedToCustomer)
    cases.push(await refusedCase(server, 'customer', asCustomer, statement));
  return cases;
}

/** Commits the statement, as an attacker would. An error is the expected result. */
async function refusedCase(server: Pool, who: string, begin: string, statement: string): Promise<CheckCase> {
  const client = await server.connect();
  try {
    // It is refused in a transaction for that reason alone.
    if (!statement.startsWith('alter system')) await client.query(begin);
    await client.query(statement);
    await client.query('commit');
    return { name: `${who}: ${statement}`, problems: ['was not refused'] };
  } catch (error) {
    // Only these are refusals; another error, such as a misspelled statement, would prove nothing.
    const isRefusal =
      /permission denied|must be owner|row-level security|has no months|take no numbers|violates .*foreign key/i;
    const reason = lineOf(error);
    return { name: `${who}: ${statement}`, problems: isRefusal.test(reason) ? [] : [reason] };
  } finally {
    client.release(true);
  }
}

/** Entries that are wrong, inserted with the rights that the server has. */
export async function tryInserts(server: Pool, ledger: Ledger): Promise<CheckCase[]> {
  const [first, second] = entryOf(ledger, '', '5').postings;
  if (first === undefined || second === undefined) throw new Error('an entry has two postings');
  const wrong: Record<string, [entries: TriedEntry[], refusal: RegExp]> = {
    'an unbalanced entry': [
      [{ key: 'a', postings: [first, { ...second, amount: '-5.000001' }] }],
      /is not balanced/,
    ],
    'an entry with one posting': [[{ key: 'b', postings: [first] }], /fewer than two/],
    'an entry without postings': [[{ key: 'c', postings: [] }], /fewer than two/],
    'a currency that is not the account’s': [
      [{ key: 'd', postings: [first, { ...second, account: ledger.dollars }] }],
      /currency_fkey/,
    ],
    'two currencies that balance only together': [
      [{ key: 'e', postings: [first, { account: ledger.dollars, currency: 'usd', amount: '-5' }] }],
      /is not balanced/,
    ],
    'two entries of one event': [[entryOf(ledger, 'f', '1'), entryOf(ledger, 'f', '1')], /event_key/],
    'an event that was posted before': [[entryOf(ledger, 'first', '100')], /event_key/],
    'two postings in one account': [
      [{ key: 'g', postings: [first, { ...first, amount: '-5' }] }],
      /postings_pkey/,
    ],
    'a posting of zero': [[{ key: 'h', postings: [first, second, { ...second, amount: '0' }] }], /postings_/],
  };
  const cases: CheckCase[] = [];
  for (const [name, [entries, refusal]] of Object.entries(wrong)) {
    const result = await inTransaction(server, (client) => insertEntries(client, entries)).catch(lineOf);
    cases.push({ name, problems: refusal.test(String(result)) ? [] : [`expected a refusal, got ${result}`] });
  }
  const later = `insert into postings (entry_id, ledger_account_id, currency, amount)
    select entry_id, account, 'eur', amount from journal_entries, (values (${ledger.provider[1]}, 9), (${ledger.provider[2]}, -9)) v(account, amount)
    where event_key = 'staff:first'`;
  const result = await inTransaction(server, (client) => client.query(later)).catch(lineOf);
  const problems = /in the transaction of their entry/.test(String(result)) ? [] : [String(result)];
  return [...cases, { name: 'postings added to an old entry', problems }];
}
