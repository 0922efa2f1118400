import type { Pool } from 'pg';
import { type CheckCase, lineOf } from '../harness/report.ts';
import {
  entryOf,
  findDifferences,
  insertEntries,
  inTransaction,
  type Ledger,
  type TriedEntry,
} from './ledger-client.ts';

export const randomPostings = 100_000;
export const parallel = 4;
const entriesOfBatch = 250;
const [debits, affordable] = [50, 17];

/** Posts random amounts from parallel connections, and compares sums and balances after every batch. */
export async function postRandomly(server: Pool, database: Pool, ledger: Ledger): Promise<CheckCase> {
  const started = performance.now();
  const random = createRandom(4_003);
  const pick = (ids: readonly number[]) => ids[Math.floor(random() * ids.length)] ?? 0;
  let posted = 0;
  const problems: string[] = [];
  const batches = async (worker: number) => {
    for (let batch = 0; posted < randomPostings; batch += 1) {
      const entries = Array.from({ length: entriesOfBatch }, (_, index): TriedEntry => {
        const micros = BigInt(1 + Math.floor(random() * 9e12)) * (random() < 0.5 ? 1n : -1n);
        const [from, to] = [pick(ledger.balances), pick(ledger.provider)];
        const amount = (value: bigint) => ({ currency: 'eur', amount: `${value}e-6` });
        return {
          key: `${worker}-${batch}-${index}`,
          postings: [
            { account: from, ...amount(micros) },
            { account: to, ...amount(-micros) },
          ],
        };
      });
      posted += entriesOfBatch * 2;
      await inTransaction(server, (client) => insertEntries(client, entries));
      problems.push(...(await findDifferences(database)));
    }
  };
  await Promise.all(Array.from({ length: parallel }, (_, worker) => batches(worker)));
  const { rows } = await database.query('select count(*)::int as count from postings');
  const seconds = ((performance.now() - started) / 1000).toFixed(1);
  if (rows[0].count < randomPostings) problems.push(`only ${rows[0].count} postings arrived`);
  return {
    name: `${rows[0].count} postings in ${seconds} s: sums and balances`,
    problems: problems.slice(0, 5),
  };
}

/** Each debit takes ten and gives up when the balance would be negative, as the server does. */
export async function raceForBalance(server: Pool, database: Pool, ledger: Ledger): Promise<CheckCase> {
  const [account = 0] = ledger.balances;
  const balanceOf = `select balance + credit_limit as balance from services join ledger_accounts using (account_id, service_id)
    where ledger_account_id = ${account}`;
  const { rows } = await database.query<{ balance: string }>(balanceOf);
  const missing =
    BigInt(Math.round(affordable * 10 * 1e6)) - BigInt((rows[0]?.balance ?? '').replace('.', ''));
  await inTransaction(server, async (client) => {
    const amount = (value: bigint) => `${value}e-6`;
    const [balance, bank] = entryOf(ledger, 'fill', '1').postings;
    if (balance === undefined || bank === undefined || missing === 0n) return;
    const postings = [
      { ...balance, amount: amount(missing) },
      { ...bank, amount: amount(-missing) },
    ];
    await insertEntries(client, [{ key: 'fill', postings }]);
  });
  const debit = (index: number) =>
    inTransaction(server, async (client) => {
      await insertEntries(client, [entryOf(ledger, `debit-${index}`, '-10')]);
      const { rows: left } = await client.query<{ balance: string }>(balanceOf);
      if (left[0]?.balance.startsWith('-')) throw new Error('cannot afford this');
    });
  const results = await Promise.allSettled(Array.from({ length: debits }, (_, index) => debit(index)));
  const succeeded = results.filter(({ status }) => status === 'fulfilled').length;
  const others = results.flatMap((result) =>
    result.status === 'rejected' && !/cannot afford/.test(lineOf(result.reason))
      ? [lineOf(result.reason)]
      : [],
  );
  const { rows: end } = await database.query<{ balance: string }>(balanceOf);
  return {
    name: `${debits} debits at the same moment for a balance of ${affordable}: ${succeeded} succeed`,
    problems: [
      ...others,
      ...(succeeded === affordable ? [] : [`expected ${affordable}`]),
      ...(Number(end[0]?.balance) === 0 ? [] : [`the balance is ${end[0]?.balance}`]),
      ...(await findDifferences(database)),
    ],
  };
}

/** The same numbers in every run (mulberry32). */
function createRandom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}
