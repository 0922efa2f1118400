// Lets a crypto provider's events happen to many invoices, and delivers their webhooks doubled, reordered, late, forged, with false
// amounts or not at all. A checker compares what was credited with the provider's own record.
//   npm run bar -- crypto-webhooks [--events 1000] [--seed 7]
import { parseArgs } from 'node:util';
import { inParallel, waitFor } from '@portal/testbed/runner/concurrency';
import { type CheckBff, withBff } from '../harness/bff.ts';
import { changesDuring, untilQuiet } from '../harness/database-state.ts';
import { type CheckCase, reportCases, tryCase } from '../harness/report.ts';
import { auditOf } from './billing-audit.ts';
import { btcpaySettings, sendWebhook, settledBy, worthOf } from './btcpay-events.ts';
import { startBtcpayServer } from './btcpay-server.ts';
import { checkBooks } from './check-books.ts';
import { shown, total } from './exact-amounts.ts';
import { newMoneyLog } from './money-log.ts';
import { addPayers, topUp } from './paying-customers.ts';
import { storyOf } from './provider-scripts.ts';
import { SeededRandom } from './seeded-random.ts';

const { values } = parseArgs({
  args: process.argv.slice(3),
  options: { events: { type: 'string', default: '10000' }, seed: { type: 'string', default: '1' } },
});
const [wanted, seed] = [Number(values.events), Number(values.seed)];
/** Events of an invoice, on average. */
const eventsOfInvoice = 30;
/** Deliveries that are under way at the same time. */
const parallel = 12;
/** Seconds in which polling finds what no webhook has said. */
const pollSeconds = 240;

const random = new SeededRandom(seed);
await using btcpay = await startBtcpayServer();
const log = newMoneyLog();
const counts = new Map<string, number>();
const statuses = new Map<string, number>();

const deliveries = [
  'webhook',
  'webhook',
  'webhook',
  'double webhook',
  'forged',
  'altered',
  'false amount',
  'false currency',
  'other store',
  'unknown invoice',
  'other type',
] as const;

await withBff(
  async (bff) => {
    const payers = await addPayers(bff.url, bff.database, 6, '2026-11-01');
    const number = Math.ceil(wanted / eventsOfInvoice);
    await inParallel(Array.from({ length: number }), 8, async () => {
      const payer = random.pick(payers);
      await topUp(
        payer,
        log,
        random.pick([payer.voicing, payer.messaging]),
        'crypto',
        random.amount(20, 300),
      );
    });
    const forged = await forgedWebhooks(bff);
    const started = performance.now();
    const silent = await happen(bff);
    const delivered = performance.now();
    // Invoices that are paid or have expired are read every 15 minutes, which pass here.
    await bff.database.query(
      `update crypto_invoices set next_read_at = next_read_at - interval '15 minutes'`,
    );
    const polled = await tryCase(
      `polling credits what ${silent} invoices without a webhook have received`,
      async () => {
        await waitFor('not all is credited', () => isAllCredited(bff), pollSeconds);
      },
    );
    const polledAfter = (performance.now() - delivered) / 1000;
    await untilQuiet(bff.database);
    const settled = settledBy(btcpay);
    const books = await tryCase(
      `${settled.length} settled transfers over ${shown(worthOf(settled))} EUR are credited once each`,
      async (problems) => {
        problems.push(...(await checkBooks(bff.database, { log, settled, isFinal: true })));
        problems.push(...(await auditOf(bff.dataFolder)));
      },
    );
    reportCases(
      'crypto-webhooks',
      [forged, answers(), polled, books],
      [
        `${total([...counts.values()].map(BigInt))} events on ${number} invoices, seed ${seed}, delivered in ${((delivered - started) / 1000).toFixed(0)} s, polled ${polledAfter.toFixed(0)} s later`,
        ...[...counts].map(([name, count]) => `${String(count).padStart(5)} × ${name}`),
      ],
    );
  },
  { RATE_LIMIT_FACTOR: '1000', ...btcpaySettings(btcpay) },
);

function count(name: string): void {
  counts.set(name, (counts.get(name) ?? 0) + 1);
}

/** Lets the stories of all invoices happen, one event of a random invoice after the other. Returns how many had no webhook. */
async function happen({ url }: CheckBff): Promise<number> {
  const invoices = [...btcpay.invoices.values()].map((invoice) => ({
    id: invoice.id,
    acts: storyOf(invoice, random),
    isSilent: random.chance(0.15),
  }));
  const events: (() => Promise<void>)[] = [];
  const waiting = invoices.flatMap((invoice) => [
    ...invoice.acts.map(() => ({ invoice, isAct: true })),
    ...Array.from({ length: eventsOfInvoice - invoice.acts.length }, () => ({ invoice, isAct: false })),
  ]);
  // The acts of an invoice keep their order: each takes the next one.
  for (const { invoice, isAct } of random.shuffled(waiting).slice(0, wanted)) {
    const kind = random.pick(deliveries);
    events.push(async () => {
      const act = isAct ? invoice.acts.shift() : undefined;
      if (act !== undefined) {
        act.perform();
        count(`provider: ${act.name}`);
      } else if (invoice.isSilent) count('lost webhook');
      else await deliver(url, invoice.id, kind);
    });
  }
  await inParallel(events, parallel, (event) => event());
  // Acts that were cut off, and their last webhook.
  for (const { id, acts, isSilent } of invoices) {
    for (const act of acts) act.perform();
    if (!isSilent) await deliver(url, id, 'webhook');
  }
  return invoices.filter(({ isSilent }) => isSilent).length;
}

async function deliver(url: string, invoice: string, kind: (typeof deliveries)[number]): Promise<void> {
  count(kind);
  const claims = {
    amount: '99999.00',
    paid: '99999.00',
    overPaid: true,
    metadata: { orderId: 'pay_of_somebody' },
  };
  const sent = {
    webhook: () => sendWebhook(url, invoice),
    'double webhook': async () =>
      (await Promise.all([sendWebhook(url, invoice), sendWebhook(url, invoice)]))[0],
    forged: () => sendWebhook(url, invoice, { isForged: true }),
    altered: () => sendWebhook(url, invoice, { altered: true }),
    'false amount': () => sendWebhook(url, invoice, { claims, type: 'InvoiceSettled' }),
    'false currency': () => sendWebhook(url, invoice, { claims: { ...claims, currency: 'USD' } }),
    'other store': () => sendWebhook(url, invoice, { storeId: 'another_store' }),
    'unknown invoice': () => sendWebhook(url, `${invoice}x`),
    'other type': () =>
      sendWebhook(url, invoice, {
        type: random.pick(['InvoiceCreated', 'InvoiceExpired', 'InvoiceInvalid']),
      }),
  } satisfies Record<typeof kind, () => Promise<number>>;
  const status = await sent[kind]();
  const name = `${kind}: ${status}`;
  statuses.set(name, (statuses.get(name) ?? 0) + 1);
}

/** Forged webhooks are refused, genuine ones accepted. */
function answers(): CheckCase {
  const wrong = [...statuses].filter(([name]) => {
    const [kind, status] = name.split(': ');
    const isForged = kind === 'forged' || kind === 'altered';
    return isForged ? status !== '401' && status !== '429' : status !== '200';
  });
  return { name: 'webhooks are answered', problems: wrong.map(([name, times]) => `${times} × ${name}`) };
}

/** Forged webhooks about an invoice that the provider has settled change nothing. */
async function forgedWebhooks({ url, database }: CheckBff): Promise<CheckCase> {
  return tryCase('forged webhooks change nothing', async (problems) => {
    const [invoice] = btcpay.invoices.values();
    if (invoice === undefined) throw new Error('no invoice');
    await untilQuiet(database);
    const { changed } = await changesDuring(database, async () => {
      for (let each = 0; each < 20; each += 1) {
        await deliver(url, invoice.id, 'forged');
        await deliver(url, invoice.id, 'altered');
      }
    });
    problems.push(...changed.filter((table) => !/^(?:rate_counters|sessions)$/.test(table)));
  });
}

async function isAllCredited({ database }: CheckBff): Promise<true | undefined> {
  const keys = settledBy(btcpay).map(({ invoice, id }) => `provider:btcpay:${invoice}:${id}`);
  const { rows } = await database.query<{ missing: number }>(
    'select count(*)::int as missing from unnest($1::text[]) key where not exists (select from journal_entries where event_key = key)',
    [keys],
  );
  return rows[0]?.missing === 0 || undefined;
}
