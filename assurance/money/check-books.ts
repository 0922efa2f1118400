import type pg from 'pg';
import { readBooks } from './books.ts';
import { documentBreaches } from './document-breaches.ts';
import { ledgerBreaches } from './ledger-breaches.ts';
import type { MoneyLog, SettledTransfer } from './money-log.ts';
import { paymentBreaches } from './payment-breaches.ts';

interface Truth {
  log: MoneyLog;
  settled: readonly SettledTransfer[];
  /** Whether everything that the provider has settled must be credited by now. */
  isFinal: boolean;
}

/** Compares the database with what was acknowledged and with itself, by statements of its own. Returns what is wrong. */
export async function checkBooks(database: pg.Pool, truth: Truth): Promise<string[]> {
  const client = await database.connect();
  try {
    await client.query('begin isolation level repeatable read, read only');
    const breaches = await breachesIn(client, truth);
    await client.query('commit');
    return breaches;
  } finally {
    client.release();
  }
}

/** Like `checkBooks`, in the caller's transaction. */
export async function breachesIn(client: pg.ClientBase, { log, settled, isFinal }: Truth): Promise<string[]> {
  const books = await readBooks(client);
  return [
    ...ledgerBreaches(books, log, settled),
    ...paymentBreaches(books, log, settled, { isFinal }),
    ...documentBreaches(books, log),
  ];
}
