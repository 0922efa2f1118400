import type { Currency } from '@portal/contract/money';
import { DateTime } from 'luxon';
import * as v from 'valibot';
import type { AppContext } from '../../app/context.ts';
import type { Transaction } from '../../database/database.ts';
import { sql } from '../../database/sql.ts';
import { Big } from '../../listing/decimal.ts';
import { dayStart } from '../../listing/local-time.ts';
import { mailDay, mailMoney } from '../../mail/mail-formats.ts';
import type { Recipient } from '../../mail/mailer.ts';
import { defineJob } from '../../queue/queue.ts';
import type { BalanceOwner } from '../ledger/post-entry.ts';
import { daysOfGrace } from '../services/days-of-grace.ts';
import {
  findNumbersInUse,
  findServicesWithDueNumbers,
  insertCharge,
  markRefused,
  type NumberCharge,
  type RentedNumberTerms,
  updateTerms,
} from './number-charges.repository.ts';
import { nextStep, termsOfClosed } from './rent-steps.ts';

/** The service whose numbers renew; it is locked. */
interface Renter extends BalanceOwner, Recipient {
  type: string;
  currency: Currency;
  timezone: string;
  /** The balance and the credit limit. */
  available: string;
  is_closed: boolean;
}

const actor = 'billing:renewals';

/**
 * Charges what has fallen due for the numbers of a service, each month once, also those that were missed, and ends numbers that do
 * not renew. A charge that the balance and the credit limit do not cover is not made: the customer gets a mail, and if it is still not
 * covered after the days of grace, the number expires. Numbers of closed accounts and services do not renew. The service is locked.
 */
export async function renewNumbers(
  tx: Transaction,
  { mailer }: Pick<AppContext, 'mailer'>,
  owner: BalanceOwner,
  now: DateTime = DateTime.utc(),
): Promise<void> {
  const renter = await tx.one<Renter>(sql`
    select s.account_id, s.service_id, s.type, s.currency, s.balance + s.credit_limit as available, a.timezone, a.email, a.name,
      a.language, 'closed' in (s.status, a.status) as is_closed
    from services s join accounts a using (account_id)
    where s.account_id = ${owner.account_id} and s.service_id = ${owner.service_id}`);
  let available = new Big(renter.available);
  for (const number of await findNumbersInUse(tx, owner))
    available = await renewNumber(tx, { mailer }, renter, number, available, now);
}

/** Returns what is left of the available amount. */
async function renewNumber(
  tx: Transaction,
  { mailer }: Pick<AppContext, 'mailer'>,
  renter: Renter,
  number: RentedNumberTerms,
  available: Big,
  now: DateTime,
): Promise<Big> {
  const { account_id, timezone, is_closed } = renter;
  const key = { account_id, number_id: number.number_id };
  const today = now.setZone(timezone).toFormat('yyyy-MM-dd');
  let left = available;
  let terms = is_closed ? { ...number, ...termsOfClosed(number, today) } : number;
  for (let due = nextStep(terms, today); due !== undefined; due = nextStep(terms, today)) {
    if (due.step === 'expire') {
      await updateTerms(
        tx,
        key,
        { ...terms, renews_at: null, expires_at: due.expires_at },
        { isExpired: true },
      );
      return left;
    }
    const charges = chargesOf(renter, number, due, now);
    const cost = charges.reduce((sum, { amount }) => sum.plus(amount), new Big(0));
    if (cost.gt(left)) {
      await refuse(tx, { mailer }, renter, terms, now);
      return left;
    }
    for (const charge of charges) await insertCharge(tx, charge, actor);
    left = left.minus(cost);
    // A charge ends the refusal before it, as in the database.
    terms = { ...terms, ...due.after, renewal_refused_at: null };
    await updateTerms(tx, key, terms, { isExpired: false });
  }
  return left;
}

/** A new number's first charge falls due when it is ordered, others when their first day begins. */
function chargesOf(
  { account_id, service_id, currency, timezone }: Renter,
  { number_id, number, monthly_price, setup_price }: RentedNumberTerms,
  { start, end, isFirst }: { start: string; end: string; isFirst: boolean },
  now: DateTime,
): NumberCharge[] {
  const day = dayStart(start, timezone);
  const occurred_at =
    (isFirst && day.hasSame(now.setZone(timezone), 'day') ? now : day).toUTC().toISO() ?? '';
  const common = { account_id, service_id, number_id, number, period_start: start, currency, occurred_at };
  const id = `${service_id}:${number_id}`;
  const charges: NumberCharge[] = [
    { ...common, charge_id: `${id}:${start}`, kind: 'rent', period_end: end, amount: monthly_price },
  ];
  if (isFirst)
    charges.unshift({
      ...common,
      charge_id: `${id}:setup`,
      kind: 'setup',
      period_end: start,
      amount: setup_price,
    });
  return charges.filter(({ amount }) => new Big(amount).gt(0));
}

/** What is due by today: after a downtime, or a refusal, the rents of several months. */
function costOfDue(renter: Renter, terms: RentedNumberTerms, now: DateTime): string {
  const today = now.setZone(renter.timezone).toFormat('yyyy-MM-dd');
  const amounts: string[] = [];
  let rest = terms;
  for (let due = nextStep(rest, today); due?.step === 'charge'; due = nextStep(rest, today)) {
    amounts.push(...chargesOf(renter, rest, due, now).map(({ amount }) => amount));
    rest = { ...rest, ...due.after };
  }
  return amounts.reduce((sum, amount) => sum.plus(amount), new Big(0)).toFixed(2);
}

/** Mails the customer once, and ends the number after the days of grace: until then calls reach it, and are imported as such later. */
async function refuse(
  tx: Transaction,
  { mailer }: Pick<AppContext, 'mailer'>,
  renter: Renter,
  terms: RentedNumberTerms,
  now: DateTime,
): Promise<void> {
  const { account_id, service_id, type, currency, language, timezone } = renter;
  const { number_id, number, renewal_refused_at } = terms;
  const key = { account_id, number_id };
  if (renewal_refused_at === null) {
    await markRefused(tx, key, now.toISO() ?? '');
    await mailer.send(tx, renter, 'number_unpaid', {
      service_id,
      service_type: type,
      number,
      amount: mailMoney(language, costOfDue(renter, terms, now), currency),
      last_day: mailDay(language, now.setZone(timezone).plus({ days: daysOfGrace })),
    });
    return;
  }
  const lastDay = DateTime.fromISO(renewal_refused_at, { zone: timezone }).plus({ days: daysOfGrace });
  if (now <= lastDay.endOf('day')) return;
  const endOfGrace = lastDay.toFormat('yyyy-MM-dd');
  // One that was leaving before has its own last day.
  const expires_at =
    terms.expires_at !== null && terms.expires_at < endOfGrace ? terms.expires_at : endOfGrace;
  await updateTerms(tx, key, { ...terms, renews_at: null, expires_at }, { isExpired: true });
}

/** Renews the numbers of each service in a transaction of its own: after a crash the next run continues. */
export function renewNumbersJob(context: Pick<AppContext, 'database' | 'mailer' | 'log'>) {
  const { database, log } = context;
  return defineJob({
    name: 'renew-numbers',
    schema: v.object({}),
    schedule: '*/5 * * * *',
    run: async () => {
      for (const owner of await database.asBackground(findServicesWithDueNumbers)) {
        try {
          await database.asBackground(async (tx) => {
            await tx.run(sql`
              select from services where account_id = ${owner.account_id} and service_id = ${owner.service_id} for no key update`);
            await renewNumbers(tx, context, owner);
          });
        } catch (err) {
          log.error({ err, service_id: owner.service_id }, 'numbers not renewed');
        }
      }
    },
  });
}
