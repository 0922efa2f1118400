import type { AppContext } from '@portal/bff/app-context';
import { creditorReference } from '@portal/bff/creditor-reference';
import type { Transaction } from '@portal/bff/database';
import { insertMessagePrices } from '@portal/bff/message-prices';
import { particularsOf } from '@portal/bff/payment-particulars';
import { insertPayment, type NewPayment, nextPaymentNumber } from '@portal/bff/payments';
import { insertPriceList } from '@portal/bff/rates';
import { sql } from '@portal/bff/sql';
import { vatToday } from '@portal/bff/vat';
import { DateTime } from 'luxon';
import type { Logger } from 'pino';
import {
  demoLogin,
  emptyLogin,
  insertDemoAccount,
  insertDemoService,
  messageTariffs,
  tariffs,
} from './account.ts';
import { settleDemoInvoices } from './closings.ts';
import { demoDays } from './days.ts';
import { planFinances } from './finances.ts';
import { issueDemoInvoices } from './invoices.ts';
import { insertDemoNumbers } from './numbers.ts';
import { type DemoPayment, samplePayments } from './payments.ts';
import { postDemonstration } from './postings.ts';
import { createRandom } from './random.ts';
import { demoNetworks, demoTariff } from './tariff.ts';
import { insertDemoCalls, insertDemoMessages } from './traffic.ts';

const zone = 'Europe/Tallinn';
/** The number of complete months before the current one. */
const months = 13;
const callCount = 121_500;
const messageCount = 29_500;
/** A busy machine may need minutes; without the demonstration the portal does not start. */
const unlimited = { seconds: Number.POSITIVE_INFINITY };

/**
 * Loads the demonstration once: two accounts, thirteen months of traffic, its invoices and payments. One transaction
 * loads all of it; a second start, or a second process, finds its mark and changes nothing.
 */
export async function seedDemonstration(
  { config, database, secrets }: Pick<AppContext, 'config' | 'database' | 'secrets'>,
  log: Logger,
  now = new Date(),
): Promise<void> {
  if (!config.DEMO_ACCOUNT) return;
  const startedMs = performance.now();
  const isSeeded = await database.asBackground(async (tx) => {
    const marked = await tx.run(
      sql`insert into seeds (name) values ('demonstration') on conflict do nothing`,
    );
    if (marked > 0) await seed(tx, { config, secrets }, DateTime.fromJSDate(now, { zone }).startOf('minute'));
    return marked > 0;
  }, unlimited);
  if (!isSeeded) return;
  await database.asBackground((tx) => tx.run(sql`analyze cdrs, messages, payments`), unlimited);
  log.info({ seconds: Math.round((performance.now() - startedMs) / 100) / 10 }, 'demonstration loaded');
}

type Issuer = Pick<AppContext, 'config' | 'secrets'>;

async function seed(tx: Transaction, issuer: Issuer, anchor: DateTime): Promise<void> {
  await insertTariff(tx);
  const account = await insertDemoAccount(tx, {
    ...issuer,
    email: demoLogin.email,
    name: 'Ann Tamm',
    company: 'Example Trading OÜ',
    created: anchor.minus({ months: 21 }),
  });
  // The address is already registered.
  if (account === undefined) return;
  const of = { config: issuer.config, account, anchor };
  const since = anchor.startOf('month').minus({ months });
  const insertService = (type: 'voicing' | 'messaging', service_id: string) =>
    insertDemoService(tx, account, { type, service_id, created: since });
  const voicing = await insertService('voicing', 'svc_vo_demo');
  const messaging = await insertService('messaging', 'svc_me_demo');
  const serviceIds = { vo: voicing.service_id, me: messaging.service_id };
  const charges = await insertDemoNumbers(tx, { accountId: account.account_id, serviceIds, anchor, since });

  const days = demoDays(anchor, months);
  await insertDemoCalls(tx, { ...of, serviceId: serviceIds.vo, days, count: callCount }, createRandom(7_206));
  await insertDemoMessages(
    tx,
    { ...of, service: messaging, serviceId: serviceIds.me, days, count: messageCount },
    createRandom(7_207),
  );

  const random = createRandom(7_208);
  const finances = [
    await planFinances(
      tx,
      { ...of, charges, service: voicing, months, goal: { available: '18.40' } },
      random,
    ),
    await planFinances(tx, { ...of, charges, service: messaging, months, goal: { unpaid: '26.00' } }, random),
  ];
  const documents = await issueDemoInvoices(tx, { config: issuer.config, account }, finances);
  const samples = samplePayments(random, { accountId: account.account_id, voicing, messaging, anchor });
  const vat = vatToday(account, issuer.config);
  const particulars = particularsOf(issuer.config, account, { vat, basis: 'usage' });
  const payments = [...finances.flatMap((plan) => plan.payments), ...samples];
  await insertPayments(
    tx,
    payments.map((payment) => ({ ...payment, particulars })),
  );
  await postDemonstration(tx, account, finances, documents);
  await settleDemoInvoices(tx, account, documents);
  await setThresholds(tx, account.account_id);
  await seedEmptyAccount(tx, issuer, anchor);
}

/** Inserts the same prices in both currencies. */
async function insertTariff(tx: Transaction): Promise<void> {
  for (const currency of ['eur', 'usd'] as const) {
    const title = `Standard ${currency.toUpperCase()}`;
    await insertPriceList(tx, { price_list_id: tariffs[currency], title, currency }, demoTariff);
    const list = { price_list_id: messageTariffs[currency], title, currency };
    await insertMessagePrices(tx, list, demoNetworks);
  }
}

/** Inserts payments in the order of time, so that their numbers rise with their dates. */
async function insertPayments(tx: Transaction, payments: DemoPayment[]): Promise<void> {
  for (const { createdMs, kind, credited: _, ...payment } of payments.toSorted(
    (a, b) => a.createdMs - b.createdMs,
  )) {
    const number = await nextPaymentNumber(tx, kind, new Date(createdMs).getUTCFullYear());
    const isReferred = payment.method === 'bank_transfer' && payment.type === 'top_up';
    const reference = isReferred ? creditorReference(number) : null;
    await insertWithStates(tx, { ...payment, number, reference });
  }
}

/** What a customer pays was awaited first, and what was given back had been paid. */
async function insertWithStates(tx: Transaction, payment: NewPayment): Promise<void> {
  const { account_id, payment_id, type, status, status_reason = null, status_updated, created } = payment;
  await tx.run(sql`select set_config('portal.actor', 'demonstration', true)`);
  const last = { status, status_reason, status_updated };
  const wasPaid = status === 'refunded' || status === 'partially_refunded';
  const paid = { status: 'paid', status_reason: null, status_updated: payment.completed };
  const isAwaited = type === 'top_up' && status !== 'pending';
  const first = { status: 'pending', status_reason: null, status_updated: created };
  await insertPayment(tx, { ...payment, ...(isAwaited && first) });
  for (const state of isAwaited ? [...(wasPaid ? [paid] : []), last] : []) {
    await tx.run(sql`
      update payments set status = ${state.status}, status_reason = ${state.status_reason}, status_updated = ${state.status_updated}
      where account_id = ${account_id} and payment_id = ${payment_id}`);
  }
}

/** The voicing service is below its threshold; the messaging service is in debt, with its alert off. */
async function setThresholds(tx: Transaction, accountId: string): Promise<void> {
  await tx.run(sql`
    update services set threshold_enabled = type = 'voicing',
      threshold_amount = case type when 'voicing' then 20 else 50 end, updated = now()
    where account_id = ${accountId}`);
}

async function seedEmptyAccount(tx: Transaction, issuer: Issuer, created: DateTime): Promise<void> {
  const { email } = emptyLogin;
  const plan = { ...issuer, email, name: 'Newcomer', company: 'Empty Trading', created };
  const account = await insertDemoAccount(tx, plan);
  if (account !== undefined)
    await insertDemoService(tx, account, { type: 'voicing', service_id: 'svc_vo_empty', created });
}
