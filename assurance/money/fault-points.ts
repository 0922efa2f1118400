import type { ProxyFault } from './faulting-proxy.ts';

/** Whose connections reach a fault: the server's, or those of a command. */
export type Source = 'bff' | 'import' | 'usage' | 'close' | 'staff';

/** What is killed at a fault point: the process whose connection it is, the database, or both. */
export type Victim = 'process' | 'database' | 'both';

export interface FaultPoint extends ProxyFault {
  name: string;
  source: Source;
  /** How often the point may be passed in a round before the fault. */
  mostSkips: number;
}

/** Before and after the commit of the transaction with a statement. */
function aroundCommit(source: Source, name: string, statement: RegExp, mostSkips = 0): FaultPoint[] {
  return (['before', 'after'] as const).map((when) => ({
    name: `${name}: ${when === 'before' ? 'commit not sent' : 'committed, nobody knows'}`,
    source,
    statement,
    at: 'commit',
    when,
    mostSkips,
  }));
}

/** After a statement in a transaction that goes on. */
function inside(source: Source, name: string, statement: RegExp, mostSkips = 0): FaultPoint {
  return { name, source, statement, at: 'statement', when: 'after', mostSkips };
}

/** Where money can be lost or doubled. */
export const faultPoints: readonly FaultPoint[] = [
  inside('bff', 'top-up: number taken', /take_payment_number/, 1),
  ...aroundCommit('bff', 'top-up by bank', /insert into "payments" .*"due_date"/),
  {
    name: 'top-up by crypto: invoice ordered, payment not stored',
    source: 'bff',
    statement: /insert into "crypto_invoices"/,
    at: 'statement',
    when: 'before',
    mostSkips: 0,
  },
  ...aroundCommit('bff', 'top-up by crypto', /insert into "crypto_invoices"/),
  ...aroundCommit('bff', 'cancellation', /cancel_own_payment/),
  ...aroundCommit('bff', 'webhook', /update crypto_invoices set next_read_at = now\(\)/),
  inside('bff', 'reading: claimed', /update crypto_invoices set next_read_at = clock_timestamp/),
  inside('bff', 'reading: entry posted', /insert into journal_entries/),
  ...aroundCommit('bff', 'reading', /update crypto_invoices set due_amount/),
  inside('import', 'statement: entry stored', /insert into "bank_entries"/, 2),
  inside('import', 'statement: money posted', /insert into postings/, 1),
  ...aroundCommit('import', 'statement', /insert into "bank_entries"/, 2),
  inside('usage', 'usage: batch posted', /insert into postings/),
  ...aroundCommit('usage', 'usage', /insert into "usage_batches"/),
  inside('close', 'closing: number taken', /next_document_number/, 2),
  inside('close', 'closing: document posted', /insert into journal_entries/, 1),
  ...aroundCommit('close', 'closing', /insert into "month_closings"/, 6),
  inside('staff', 'staff: payment booked', /insert into payment_entries/),
  ...aroundCommit('staff', 'staff', /insert into "staff_actions"/),
];
