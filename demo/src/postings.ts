import type { AccountRow } from '@portal/bff/accounts';
import type { Transaction } from '@portal/bff/database';
import { Big } from '@portal/bff/decimal';
import { findTrafficCost } from '@portal/bff/invoice-usage';
import { insertCharge } from '@portal/bff/number-charges';
import { postInvoice } from '@portal/bff/post-invoice';
import { linkPayment, postPayment } from '@portal/bff/post-payment';
import { postUsage, type UsageBatch } from '@portal/bff/post-usage';
import { sql } from '@portal/bff/sql';
import { closeDemoMonth } from './closings.ts';
import type { Finances } from './finances.ts';
import type { IssuedDocument } from './invoices.ts';
import type { DemoPayment } from './payments.ts';

/** Something that changed a balance. */
interface Event {
  /** RFC 3339. */
  moment: string;
  post(): Promise<unknown>;
}

const actor = 'demonstration';

/** Posts traffic, payments and documents in the order of time, so that every balance before and after a payment is real. */
export async function postDemonstration(
  tx: Transaction,
  account: AccountRow,
  finances: readonly Finances[],
  documents: readonly IssuedDocument[],
): Promise<void> {
  const events: Event[] = [];
  for (const each of finances) {
    events.push(...(await usageEvents(tx, account, each)));
    events.push(
      ...each.charges.map((charge) => ({
        moment: charge.occurred_at,
        post: () => insertCharge(tx, charge, actor),
      })),
    );
    events.push(
      ...each.payments
        .filter((payment) => payment !== each.credit)
        .map((payment) => paymentEvent(tx, payment)),
    );
  }
  events.push(...documents.map((document) => documentEvent(tx, account, document)));
  const bookAt = (moment: string) => tx.run(sql`select set_config('portal.booked_at', ${moment}, true)`);
  for (const { moment, post } of events.toSorted((a, b) => a.moment.localeCompare(b.moment))) {
    // The statement shows each posting on its day, not on that of the seed.
    await bookAt(moment);
    await post();
  }
  await bookAt('');
}

/** Each day of a service's traffic is a batch. */
async function usageEvents(
  tx: Transaction,
  { account_id }: AccountRow,
  { service }: Finances,
): Promise<Event[]> {
  const { service_id, currency } = service;
  const rows = await tx.query<
    Pick<UsageBatch, 'batch_id' | 'records' | 'cost' | 'first_record' | 'last_record'>
  >(sql`
    select batch_id, count(*)::int as records, sum(price)::text as cost, min(moment) as first_record,
      max(moment) as last_record
    from (
      select batch_id, price, started as moment from cdrs where account_id = ${account_id} and service_id = ${service_id}
      union all
      select batch_id, price, created from messages where account_id = ${account_id} and service_id = ${service_id}
    ) records
    group by batch_id`);
  return rows.map((row) => ({
    moment: row.last_record,
    post: () => postUsage(tx, { account_id, service_id, currency, ...row }, actor),
  }));
}

function paymentEvent(tx: Transaction, payment: DemoPayment): Event {
  const { payment_id, method, completed, description, credited, status_updated } = payment;
  const source = method === 'bank_transfer' ? 'bank' : method === 'crypto' ? 'provider' : 'staff';
  const occurredAt = completed ?? status_updated ?? '';
  const event = { eventKey: `${source}:${payment_id}`, reason: description ?? 'Payment', actor, occurredAt };
  // The demonstration's top-ups contain no VAT.
  const posted = credited === undefined ? payment : { ...payment, amount: credited, gross_amount: credited };
  return { moment: occurredAt, post: () => postPayment(tx, posted, event) };
}

/** A credit note and the payment that it credits are one event. */
function documentEvent(tx: Transaction, account: AccountRow, document: IssuedDocument): Event {
  const { account_id: accountId } = account;
  const { invoice, month, charges, moment, credit } = document;
  const { serviceId, type } = month;
  const post = async () => {
    const charged = {
      usage: credit === undefined ? await findTrafficCost(tx, type, month) : '0',
      rents: charges.reduce((sum, { amount }) => sum.plus(amount), new Big(0)).toFixed(2),
    };
    if (credit === undefined) await closeDemoMonth(tx, account, document);
    const posting = { accountId, serviceId, charged, actor, occurredAt: moment };
    const entry = await postInvoice(tx, invoice, posting);
    if (credit !== undefined && entry !== undefined) await linkPayment(tx, credit, entry.entry_id);
  };
  return { moment, post };
}
