import type { Currency } from '@portal/contract/money';
import type { Queryable, Transaction } from '../../database/database.ts';
import { insertInto, prepared, sql } from '../../database/sql.ts';
import { type BalanceOwner, postEntry } from '../ledger/post-entry.ts';
import { inUse } from '../services/number-statuses.ts';
import type { RentTerms } from './rent-steps.ts';

/** A rent or set-up fee of a number. */
export interface NumberCharge extends BalanceOwner {
  charge_id: string;
  number_id: string;
  number: string;
  kind: 'rent' | 'setup';
  /** The first and the last day that it pays for, `YYYY-MM-DD` in the account's time zone. */
  period_start: string;
  period_end: string;
  /** Two decimals. */
  amount: string;
  currency: Currency;
  /** When it fell due. RFC 3339. */
  occurred_at: string;
}

export interface RentedNumberTerms extends RentTerms {
  number_id: string;
  number: string;
  setup_price: string;
  monthly_price: string;
  renewal_refused_at: string | null;
}

/** Returns the numbers that a service rents. */
export async function findNumbersInUse(db: Queryable, { account_id, service_id }: BalanceOwner) {
  const statement = sql`
    select number_id, number, setup_price::text, monthly_price::text, renews_at::text, renewal_day, expires_at::text, auto_renew,
      billing_cycles_left, renewal_refused_at
    from rented_numbers
    where account_id = ${account_id} and service_id = ${service_id} and ${inUse}
    -- A number that is about to be lost comes before new ones.
    order by renewal_refused_at nulls last, renews_at nulls first, number_id`;
  return db.query<RentedNumberTerms>(prepared('numbers_in_use', statement));
}

/** Returns the services that have a number whose renewal, order or end is due in the account's time zone. */
export async function findServicesWithDueNumbers(db: Queryable): Promise<BalanceOwner[]> {
  return db.query<BalanceOwner>(sql`
    select distinct n.account_id, n.service_id
    from rented_numbers n
    join accounts a using (account_id)
    cross join lateral (select local_time(now(), a.timezone)::date as today) current
    where n.${inUse} and (renews_at <= today or expires_at < today or (renews_at is null and renewal_day is null))
    order by account_id, service_id`);
}

/** Charges a service and records for what. The service is locked. */
export async function insertCharge(tx: Transaction, charge: NumberCharge, actor: string): Promise<void> {
  const { account_id, service_id, charge_id, kind, number, period_start, period_end } = charge;
  const { amount, currency, occurred_at: occurredAt } = charge;
  const { entry_id } = await postEntry(tx, {
    eventKey: `rent:${charge_id}`,
    kind: 'number_rent',
    reason:
      kind === 'setup' ? `Set-up of ${number}` : `Rent of ${number} from ${period_start} to ${period_end}`,
    actor,
    occurredAt,
    postings: [
      { account: { account_id, service_id }, currency, amount: `-${amount}` },
      { account: 'number_rents', currency, amount },
    ],
  });
  await tx.run(insertInto('number_charges', { ...charge, entry_id }));
}

/** Stores what a charge, or the end of a number, leaves of its terms. */
export async function updateTerms(
  tx: Transaction,
  { account_id, number_id }: { account_id: string; number_id: string },
  { renews_at, renewal_day, expires_at, billing_cycles_left }: RentTerms,
  { isExpired }: { isExpired: boolean },
): Promise<void> {
  await tx.run(sql`
    update rented_numbers set renews_at = ${renews_at}, renewal_day = ${renewal_day}, expires_at = ${expires_at},
      billing_cycles_left = ${billing_cycles_left}, renewal_refused_at = null,
      status = case when ${isExpired} then 'expired' else status end
    where account_id = ${account_id} and number_id = ${number_id}`);
}

/** Records that the balance does not cover what is due. */
export async function markRefused(
  tx: Transaction,
  { account_id, number_id }: { account_id: string; number_id: string },
  refusedAt: string,
): Promise<void> {
  await tx.run(sql`
    update rented_numbers set renewal_refused_at = ${refusedAt}
    where account_id = ${account_id} and number_id = ${number_id}`);
}

/** Returns the charges that fell due before a moment and that no document contains, the earliest first. */
export async function findPendingCharges(
  db: Queryable,
  { account_id, service_id }: BalanceOwner,
  before: string,
): Promise<NumberCharge[]> {
  return db.query<NumberCharge>(sql`
    select charge_id, account_id, service_id, number_id, number, kind, period_start::text, period_end::text, amount::text, currency,
      occurred_at
    from number_charges c
    where account_id = ${account_id} and service_id = ${service_id} and occurred_at < ${before}
      and not exists (select from invoiced_charges i where i.charge_id = c.charge_id)
    order by occurred_at, number`);
}

/** Records which document contains these charges. A charge that is on another one fails. */
export async function insertInvoicedCharges(
  tx: Transaction,
  accountId: string,
  invoiceId: string,
  charges: readonly Pick<NumberCharge, 'charge_id'>[],
): Promise<void> {
  await tx.run(sql`
    insert into invoiced_charges (charge_id, account_id, monthly_vat_invoice_id)
    select charge_id, ${accountId}, ${invoiceId}
    from json_to_recordset(${JSON.stringify(charges)}::json) given(charge_id text)`);
}
