import { execFile } from 'node:child_process';
import path from 'node:path';
import { promisify } from 'node:util';
import type { CheckBff } from '../harness/bff.ts';
import { addCustomer, addService, type BffCustomer, must } from '../harness/bff-customer.ts';

/** A customer whose requests cost as much as those of one customer can. */
export interface ExpensiveCustomer extends BffCustomer {
  voicing: string;
  messaging: string;
  /** An invoice with five hundred lines. */
  invoice: string;
  /** A top-up with a pro-forma invoice. */
  payment: string;
}

/**
 * Adds customers with a year of traffic, of lines in their statements and of closed months: 300,000 calls, 200,000 messages,
 * 10,000 entries and an invoice a month for each service.
 */
export async function addExpensiveCustomers(bff: CheckBff, count: number): Promise<ExpensiveCustomer[]> {
  const { database } = bff;
  await database.query(`select ensure_month_partition(parent::regclass, now() - make_interval(months => month))
    from unnest(array['cdrs', 'messages']) parent, generate_series(0, 13) month`);
  const customers = [];
  for (let index = 0; index < count; index += 1) {
    const customer = await addCustomer(bff.url);
    const voicing = await addService(customer.client, 'voicing');
    const messaging = await addService(customer.client, 'messaging');
    await database.query(
      `update services set vat_on = 'usage', created = now() - interval '350 days' where service_id in ($1, $2)`,
      [voicing, messaging],
    );
    await addTraffic(bff, voicing, messaging);
    await database.query(chargeOf('cdrs', 'started', voicing));
    await database.query(chargeOf('messages', 'created', messaging));
    customers.push({ ...customer, voicing, messaging });
  }
  await database.query('analyze');
  await closeMonths(bff);
  return Promise.all(
    customers.map(async (customer) => ({ ...customer, ...(await addDocuments(bff, customer)) })),
  );
}

/** Writes calls and messages. A batch is five hours of calls, so that a PDF can have all lines of the year, or an hour of messages. */
async function addTraffic({ database }: CheckBff, voicing: string, messaging: string): Promise<void> {
  await database.query(
    `insert into cdrs (account_id, service_id, started, cdr_id, call_id, direction, ended, number_from, number_to, country,
       destination, result, duration_seconds, billed_seconds, pdd_ms, price, batch_id)
     select account_id, service_id, moment, 'cdr_' || number, 'call-' || number, 'outbound', moment + interval '60 s',
       '+3726001200', '+4930' || lpad((number % 1000000)::text, 7, '0'), (array['de', 'fr', 'lv'])[1 + number % 3],
       'Destination ' || number % 500, 'answered', 60, 60, number % 3000, 0.012, 'calls-' || number / 180
     from services, generate_series(1, 300000) number,
       lateral (select now() - make_interval(secs => number * 100) as moment) times
     where service_id = $1`,
    [voicing],
  );
  await database.query(
    `insert into messages (account_id, service_id, created, message_id, direction, sender, recipient, country, operator,
       status, latency_ms, parts, encoding, characters, unit_price, price, batch_id)
     select account_id, service_id, moment, 'msg_' || number, 'outbound', 'SENDER' || number % 50, '+3725' ||
       lpad((number % 1000000)::text, 7, '0'), (array['de', 'fr', 'lv'])[1 + number % 3], 'Operator ' || number % 20,
       'delivered', number % 9000, 1, 'gsm7', 90, 0.039, 0.039, 'messages-' || number / 24
     from services, generate_series(1, 200000) number,
       lateral (select now() - make_interval(secs => number * 150) as moment) times
     where service_id = $1`,
    [messaging],
  );
}

/** Charges each batch of a service at the time of its last record, in one transaction: the database numbers the lines. */
function chargeOf(table: string, moment: string, service: string): string {
  return `do $$
    declare
      batch record;
      entry bigint;
    begin
      for batch in
        select account_id, service_id, batch_id, count(*) as records, sum(price) as cost, min(${moment}) as first_record,
          max(${moment}) as last_record
        from ${table} where service_id = '${service}' group by 1, 2, 3 order by last_record
      loop
        perform set_config('portal.booked_at', batch.last_record::text, true);
        insert into journal_entries (event_key, kind, reason, actor, occurred_at)
        values ('import:' || batch.batch_id || ':' || batch.service_id, 'usage', batch.records || ' records', 'import',
          batch.last_record)
        returning entry_id into entry;
        insert into postings (entry_id, ledger_account_id, currency, amount)
        select entry, ledger_account_id, 'eur', case kind when 'usage_revenue' then batch.cost else -batch.cost end
        from ledger_accounts
        where service_id = batch.service_id or (kind = 'usage_revenue' and currency = 'eur');
        insert into usage_batches (account_id, service_id, batch_id, records, cost, first_record, last_record, entry_id,
          recorded_at)
        values (batch.account_id, batch.service_id, batch.batch_id, batch.records, batch.cost, batch.first_record,
          batch.last_record, entry, batch.last_record);
      end loop;
    end
    $$`;
}

const billing = path.resolve(import.meta.dirname, '../../bff/src/modules/billing/billing.ts');

/** Issues the invoices of all months that have ended, as the staff do. */
async function closeMonths({ dataFolder }: CheckBff): Promise<void> {
  const env = { ...process.env, DATA_DIR: dataFolder };
  await promisify(execFile)(process.execPath, [billing, 'close'], { env });
}

async function addDocuments(
  { database }: CheckBff,
  { client, voicing }: Pick<ExpensiveCustomer, 'client' | 'voicing'>,
): Promise<Pick<ExpensiveCustomer, 'invoice' | 'payment'>> {
  const { rows } = await database.query<{ id: string; lines: number }>(
    `select monthly_vat_invoice_id as id, jsonb_array_length(detail -> 'lines') as lines
     from monthly_vat_invoices where service_id = $1 order by lines desc`,
    [voicing],
  );
  const [largest] = rows;
  if (largest === undefined || largest.lines < 400 || rows.length < 11)
    throw new Error(`${rows.length} invoices with at most ${largest?.lines} lines were issued`);
  const body = { service_id: voicing, amount: '50.00' };
  const { payment } = await must(client, 'POST', '/v1/finances/payments/invoices', body);
  return { invoice: largest.id, payment: payment.payment_id };
}
