import { setTimeout as wait } from 'node:timers/promises';
import { masterLine } from '@portal/testbed/fixtures/master-csv';
import { bankStatement, type StatementTransfer } from './bank-statement.ts';
import { inBtc, unitsDue } from './btc-units.ts';
import { sendWebhook } from './btcpay-events.ts';
import { millionths, shown } from './exact-amounts.ts';
import { untilSuccessful } from './killable-portal.ts';
import { fileIn, type MoneyWorld, monthOf } from './money-world.ts';
import { cancel, type Payer, topUp } from './paying-customers.ts';

/** Customers top up by bank, and one of them changes their mind now and then. */
export async function topUpByBank(world: MoneyWorld, isCanceled: boolean): Promise<void> {
  const { random, log, awaited } = world;
  const payer = random.pick(world.payers);
  const service = random.pick([payer.voicing, payer.messaging]);
  const done = await topUp(payer, log, service, 'bank_transfer', random.amount(20, 200));
  if (isCanceled) await cancel(payer.client, log, done.payment);
  // Money can arrive for a canceled payment, too.
  if (!isCanceled || random.chance(0.2)) awaited.push({ ...done, missing: millionths(done.gross) });
}

/** A customer tops up by crypto; the provider sees the money, and its webhooks arrive, some twice, some never. */
export async function topUpByCrypto(world: MoneyWorld, month: string): Promise<void> {
  const { random, log, btcpay } = world;
  const payer = random.pick(world.payers);
  const { payment, gross } = await topUp(
    payer,
    log,
    random.pick([payer.voicing, payer.messaging]),
    'crypto',
    random.amount(20, 200),
  );
  const invoice = [...btcpay.invoices.values()].find(({ orderId }) => orderId === payment);
  if (invoice === undefined) throw new Error(`the provider has no invoice of ${payment}`);
  const due = unitsDue(gross);
  const shares = random.pick([[100n], [100n], [40n, 60n], [40n], [110n]]);
  let sum = 0n;
  for (const [index, share] of shares.entries()) {
    sum += share;
    const value = inBtc(share === 60n ? due - (due * 40n) / 100n : (due * share) / 100n);
    const transfer = {
      id: `tx${index}-0`,
      value,
      fee: '0.0',
      destination: 'bc1q',
      receivedDate: middleOf(month),
    };
    const report = (status: 'Processing' | 'Settled') => {
      invoice.payments = [
        ...invoice.payments.filter(({ id }) => id !== transfer.id),
        { ...transfer, status },
      ];
      invoice.status = sum < 100n ? 'New' : status;
    };
    report('Processing');
    const hints = [deliver(world, invoice.id, 'InvoiceReceivedPayment')];
    report('Settled');
    // The poll finds what a lost webhook would have said.
    if (!random.chance(0.1)) hints.push(deliver(world, invoice.id, 'InvoicePaymentSettled'));
    if (random.chance(0.3)) hints.push(deliver(world, invoice.id, 'InvoicePaymentSettled'));
    await Promise.all(hints);
  }
}

/** Delivers a webhook until the portal accepts it, as the provider does. */
async function deliver({ portal }: MoneyWorld, invoiceId: string, type: string): Promise<void> {
  for (let attempt = 0; attempt < 400; attempt += 1) {
    const status = await sendWebhook(portal.url, invoiceId, { type });
    if (status === 200) return;
    if (status !== 0 && status !== 503) throw new Error(`a webhook was answered with ${status}`);
    await wait(50);
  }
  throw new Error('a webhook was not accepted');
}

function middleOf(month: string): number {
  return Date.parse(`${month}-15T12:00:00Z`) / 1000;
}

/** Imports a statement with new transfers and some of earlier statements, until the import succeeds. */
export async function importStatement(world: MoneyWorld, round: number, month: string): Promise<void> {
  const { random, log, awaited, count, portal } = world;
  const news: StatementTransfer[] = [];
  const named = new Map<string, string | null>();
  const add = (amount: string, reference: string, payment: string | null) => {
    count.transfers += 1;
    const mark = `T${String(count.transfers).padStart(6, '0')}`;
    named.set(mark, payment);
    news.push({
      mark,
      amount,
      reference,
      booked: `${month}-${String(random.whole(11, 20)).padStart(2, '0')}`,
    });
  };
  for (const payment of awaited.splice(0, 3)) {
    const part = random.pick(['whole', 'whole', 'part', 'over']);
    const half = (payment.missing / 20_000n) * 10_000n;
    if (part === 'part' && half > 0n) {
      awaited.push({ ...payment, missing: payment.missing - half });
      add(shown(half), payment.reference, payment.payment);
    } else
      add(shown(payment.missing + (part === 'over' ? 7_770_000n : 0n)), payment.reference, payment.payment);
  }
  while (news.length < 3) add(random.amount(5, 50), '', null);
  const statement = random.shuffled([...news, ...random.shuffled(earlier.get(world) ?? []).slice(0, 2)]);
  const file = await fileIn(portal, `statement-${round}.xml`, bankStatement(statement));
  await untilSuccessful(() =>
    portal.command('import', 'bff/src/modules/bank/bank-import.ts', ['--json', file]),
  );
  for (const { mark, amount } of news) log.transfers.set(mark, { amount, payment: named.get(mark) ?? null });
  earlier.set(world, news);
}

/** The new transfers of the latest statement, which the next one repeats. */
const earlier = new WeakMap<MoneyWorld, StatementTransfer[]>();

/** Imports calls of some months of a customer, until the import succeeds. */
export async function importCalls(world: MoneyWorld, payer: Payer, months: readonly number[]): Promise<void> {
  const { random, log, count, portal } = world;
  const minutes: number[] = [];
  const ended = months.map((index) => Math.min(index, world.lastMonth));
  const lines = ended.map((index) => {
    count.calls += 1;
    const length = random.whole(1, 4);
    minutes.push(length);
    const day = `${monthOf(world, index)}-${String(random.whole(11, 25)).padStart(2, '0')}`;
    return masterLine({
      to: '003725551234',
      started: new Date(`${day}T12:00:00Z`),
      ringSeconds: 0,
      talkSeconds: length * 60,
      sequence: count.calls,
    });
  });
  const file = await fileIn(portal, `calls-${count.calls}.csv`, `${lines.join('\n')}\n`);
  const args = ['--service', payer.voicing, file];
  await untilSuccessful(() => portal.command('usage', 'bff/src/import/cdr-import.ts', args));
  for (const length of minutes) log.calls.push({ service: payer.voicing, cost: (length * 0.03).toFixed(2) });
}

/** Closes a month of all services, until the command succeeds. */
export async function closeMonth(world: MoneyWorld, index: number): Promise<void> {
  const { portal, payers, log } = world;
  const month = monthOf(world, index);
  const args = ['close', '--month', month, '--json'];
  await untilSuccessful(() => portal.command('close', 'bff/src/modules/billing/billing.ts', args));
  for (const { voicing, messaging } of payers)
    for (const service of [voicing, messaging]) log.closed.add(`${service} ${month}`);
}

/** A member of the staff books a credit, or gives a part of a payment back, until the command succeeds. */
export async function actAsStaff(world: MoneyWorld): Promise<void> {
  const { random, portal, log, count, payers } = world;
  count.actions += 1;
  const key = `ticket-${count.actions}`;
  const why = ['--reason', 'Compensation', '--actor', 'bars', '--key', key, '--json'];
  const run = (args: readonly string[]) =>
    untilSuccessful(() => portal.command('staff', 'bff/src/modules/billing/billing.ts', [...args, ...why]));
  const refundable = await findRefundable(world);
  const amount = random.amount(1, 10);
  if (refundable !== undefined && random.chance(0.5)) {
    await run(['refund', '--payment', refundable.number, '--amount', amount]);
    const { service_id: service, payment_id: refunded } = refundable;
    log.staffActions.set(key, { service, amount, refunded });
    return;
  }
  const service = random.pick(payers.flatMap(({ voicing, messaging }) => [voicing, messaging]));
  await run(['credit', '--service', service, '--amount', amount]);
  log.staffActions.set(key, { service, amount });
}

/** A paid top-up of which nothing was given back, and whose service has enough money. */
async function findRefundable({ portal, random }: MoneyWorld) {
  const { rows } = await portal.database
    .query<Record<'number' | 'payment_id' | 'service_id', string>>(
      `select number, payment_id, service_id from payments p join services s using (account_id, service_id)
       where p.type = 'top_up' and p.status = 'paid' and s.balance > 100 order by number`,
    )
    .catch(() => ({ rows: [] }));
  return rows.length === 0 ? undefined : random.pick(rows);
}
