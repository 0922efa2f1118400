import * as v from 'valibot';
import type { Transaction } from '../database/database.ts';
import { sql } from '../database/sql.ts';
import { OperatorError } from '../errors/operator-error.ts';
import { Big } from '../listing/decimal.ts';
import { endOfDay, startOfDay } from '../listing/local-time.ts';
import { lockService } from '../modules/billing/lock-service.ts';
import { postCorrection } from '../modules/ledger/post-usage.ts';
import { findPrices } from '../modules/rates/rates.repository.ts';
import {
  createTariff,
  freeOfCharge,
  type PriceBook,
  placeOf,
  rateCall,
  ratesOf,
  type Tariff,
} from '../modules/rates/rating.ts';
import { closedMonth, documentOfUsage } from '../modules/usage/invoiced-usage.ts';
import { normalizeNumber } from '../phone-numbers/normalize-number.ts';
import { eventOf, type StaffAction, type StaffResult } from '../staff/staff-action.ts';
import { defineStaffCommand, staffArguments } from '../staff/staff-command.ts';
import { findImportTarget, type ImportTarget, lockImport } from './imported-records.repository.ts';

const { service, from, to } = staffArguments;

/** Months of calls may have to be read. */
const seconds = 3_600;
const pageSize = 1_000;

/**
 * Gives the calls of some days the prices of the service's price list as it is now, and posts what that changes. Calls that were
 * not charged on purpose stay free; those whose price has ended cost nothing, as if they were imported now. Days that an invoice
 * contains are refused: its amounts are issued.
 */
export const rerate = defineStaffCommand({
  schema: v.strictObject({ service, from, to }),
  seconds,
  act: async (tx, action, given) => {
    const target = await requireTarget(tx, given.service);
    await lockImport(tx, target);
    const period = await periodOf(tx, target, given);
    await refuseInvoiced(tx, target, given, period);
    const prices = target.price_list_id === null ? [] : await findPrices(tx, target.price_list_id);
    if (prices.length === 0) throw new OperatorError(`${given.service} has no prices in ${target.currency}.`);
    const changes = await changedCalls(tx, target, period, createTariff(prices));
    await updateCalls(tx, target, changes.calls);
    // The closing of a month locks the service: an invoice may have been issued meanwhile, with the former prices.
    await lockService(tx, target.service_id);
    await refuseInvoiced(tx, target, given, period);
    const difference = await postDifferences(tx, target, action, changes.calls);
    const { read, without } = changes;
    const count = {
      calls: String(read),
      changed: String(changes.calls.length),
      without_price: String(without),
    };
    return {
      account_id: target.account_id,
      changed: { ...count, charged_more: difference },
    } satisfies StaffResult;
  },
});

async function requireTarget(tx: Transaction, serviceId: string): Promise<ImportTarget> {
  const target = await findImportTarget(tx, serviceId);
  if (target === undefined) throw new OperatorError(`There is no service ${serviceId}.`);
  if (target.type !== 'voicing')
    throw new OperatorError(
      `${serviceId} is a ${target.type} service: it has no calls. Messages keep their prices; "billing -- credit-note --line" corrects them, with VAT, when their month is closed.`,
    );
  return target;
}

/** Both included, `YYYY-MM-DD`. */
interface Days {
  from: string;
  to: string;
}

/** RFC 3339, the end exclusive. */
interface Period {
  start: string;
  end: string;
}

/** The days in the account's time zone, as screens show them. */
async function periodOf(
  tx: Transaction,
  { account_id }: ImportTarget,
  { from: first, to: last }: Days,
): Promise<Period> {
  if (last < first) throw new OperatorError('--to is before --from.');
  const { timezone } = await tx.one<{ timezone: string }>(sql`
    select timezone from accounts where account_id = ${account_id}`);
  return { start: startOfDay(first, timezone), end: endOfDay(last, timezone) };
}

/** Throws OperatorError if an invoice contains one of the days. */
async function refuseInvoiced(
  tx: Transaction,
  { account_id, service_id }: ImportTarget,
  { from: first, to: last }: Days,
  period: Period,
): Promise<void> {
  const invoice = await tx.first<{ number: string }>(sql`
    select number from monthly_vat_invoices
    where account_id = ${account_id} and service_id = ${service_id} and basis = 'usage' and document_type = 'invoice'
      and status <> 'canceled' and period_start <= ${last}::date and period_end >= ${first}::date
    union all
    select (${documentOfUsage} and d.month = (${closedMonth(sql`r.started`)}) limit 1) as number
    from cdrs r join usage_batches b using (account_id, service_id, batch_id)
    where account_id = ${account_id} and service_id = ${service_id} and started >= ${period.start} and started < ${period.end}
      -- Usage that arrived late is on the invoice of a later month.
      and exists (${documentOfUsage} and d.month = (${closedMonth(sql`r.started`)}))
    limit 1`);
  if (invoice !== undefined)
    throw new OperatorError(
      `Invoice ${invoice.number} contains some of these days: correct it by "billing -- credit-note", which includes VAT.`,
    );
}

interface StoredCall {
  cdr_id: string;
  started: string;
  batch_id: string;
  number_to: string;
  number_from: string;
  duration_seconds: number;
  country: string | null;
  destination: string | null;
  destination_prefix: string | null;
  number_type: string;
  price: string;
  rated: boolean;
  rate_initial: string | null;
  rate_next: string | null;
  rate_initial_interval: number | null;
  rate_next_interval: number | null;
  fee: string | null;
}

/** A call as it is to be stored; `difference` is what it costs more. */
type ChangedCall = ReturnType<typeof changeOf> & { batch_id: string; difference: string };

/** Calls that were charged, or were to be charged but had no price. A free call has no rate although it is rated. */
async function changedCalls(tx: Transaction, target: ImportTarget, { start, end }: Period, tariff: Tariff) {
  const calls: ChangedCall[] = [];
  let read = 0;
  let without = 0;
  let last = { started: start, cdr_id: '' };
  for (;;) {
    const page = await tx.query<StoredCall>(sql`
      select cdr_id, started, c.batch_id, number_to, number_from, duration_seconds, country, destination, destination_prefix, number_type,
        price, rated, rate_initial, rate_next, rate_initial_interval, rate_next_interval, fee
      from cdrs c join usage_batches b using (account_id, service_id, batch_id)
      where account_id = ${target.account_id} and service_id = ${target.service_id} and started < ${end}
        and (started, cdr_id) > (${last.started}::timestamptz, ${last.cdr_id})
        and direction = 'outbound' and result = 'answered' and (rate_initial is not null or not rated)
      order by started, cdr_id limit ${pageSize}`);
    read += page.length;
    for (const call of page) {
      const prices = tariff.at(call.started);
      // Earlier imports have stored trunk prefixes with numbers.
      const price = prices?.find(normalizeNumber(call.number_to, undefined));
      if (price === undefined) without += 1;
      // An import refuses calls from before the first version.
      if (prices === undefined) continue;
      const changed = changeOf(call, price);
      if (isSame(call, changed)) continue;
      const difference = new Big(changed.price).minus(call.price).toFixed(6);
      calls.push({ ...changed, batch_id: call.batch_id, difference });
    }
    const end_of_page = page.at(-1);
    if (end_of_page === undefined || page.length < pageSize) return { calls, read, without };
    last = end_of_page;
  }
}

function changeOf({ cdr_id, started, duration_seconds }: StoredCall, price: ReturnType<PriceBook['find']>) {
  const charge =
    price === undefined
      ? { ...freeOfCharge, rated: false }
      : { ...ratesOf(price), ...rateCall(duration_seconds, price), rated: true };
  return { cdr_id, started, country: price?.country ?? null, ...placeOf(price), ...charge };
}

function isSame(call: StoredCall, changed: ReturnType<typeof changeOf>): boolean {
  const places = ['country', 'destination', 'destination_prefix', 'number_type'] as const;
  if (places.some((place) => call[place] !== changed[place])) return false;
  if (!call.rated && !changed.rated) return true;
  const isEqual = (a: string | null, b: string | null) => a !== null && b !== null && new Big(a).eq(b);
  return (
    call.rated &&
    isEqual(call.price, changed.price) &&
    isEqual(call.rate_initial, changed.rate_initial) &&
    isEqual(call.rate_next, changed.rate_next) &&
    isEqual(call.fee, changed.fee) &&
    call.rate_initial_interval === changed.rate_initial_interval &&
    call.rate_next_interval === changed.rate_next_interval
  );
}

async function updateCalls(
  tx: Transaction,
  target: ImportTarget,
  calls: readonly ChangedCall[],
): Promise<void> {
  for (let index = 0; index < calls.length; index += pageSize) {
    const page = JSON.stringify(calls.slice(index, index + pageSize));
    await tx.run(sql`
      update cdrs c set country = n.country, destination = n.destination, destination_prefix = n.destination_prefix,
        number_type = n.number_type, rate_initial_interval = n.rate_initial_interval, rate_initial = n.rate_initial,
        rate_next_interval = n.rate_next_interval, rate_next = n.rate_next, fee = n.fee, billed_seconds = n.billed_seconds,
        price = n.price, rated = n.rated
      from json_populate_recordset(null::cdrs, ${page}) n
      where c.account_id = ${target.account_id} and c.service_id = ${target.service_id} and c.started = n.started
        and c.cdr_id = n.cdr_id`);
  }
}

/**
 * Posts the difference of each batch, so that batch and corrections are what its calls cost. A batch whose differences cancel out is noted
 * as well: one of its months may have been closed without a document. Returns the sum.
 */
async function postDifferences(
  tx: Transaction,
  { account_id, service_id, currency }: ImportTarget,
  action: StaffAction,
  calls: readonly ChangedCall[],
): Promise<string> {
  let total = new Big(0);
  const event = eventOf(action);
  for (const [batch_id, ofBatch] of Map.groupBy(calls, (call) => call.batch_id)) {
    if (ofBatch.every((call) => new Big(call.difference).eq(0))) continue;
    const sum = ofBatch.reduce((before, call) => before.plus(call.difference), new Big(0));
    total = total.plus(sum);
    await postCorrection(tx, {
      ...{ account_id, service_id, batch_id, currency, records: ofBatch.length },
      ...{ action_key: action.key, difference: sum.toFixed(6) },
      event: { ...event, eventKey: `${event.eventKey}:${batch_id}` },
    });
  }
  return total.toFixed(6);
}
