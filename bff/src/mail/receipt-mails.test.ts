import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, expect, test } from '@jest/globals';
import * as v from 'valibot';
import { sql } from '../database/sql.ts';
import { defineJob, type Queue, startQueue } from '../queue/queue.ts';
import { testPortal } from '../testing/test-portal.ts';
import { receivingServer } from './mail-server.fixtures.ts';
import { type AttachReceipt, createMailer, type Mailer } from './mailer.ts';

const smtp = receivingServer();
const portal = testPortal(() => ({
  SMTP_URL: `smtp://127.0.0.1:${smtp.port()}`,
  MAIL_FROM: 'portal@dalat.example',
}));

const queues: Queue[] = [];
afterEach(async () => {
  await Promise.all(queues.splice(0).map((queue) => queue.stop()));
});

/** Runs mails and their receipts with a renderer that renders none until `release`. `rendered` has the payments. */
async function slowRenderer() {
  const rendered: string[] = [];
  const { promise: released, resolve: release } = Promise.withResolvers<void>();
  const attachReceipt: AttachReceipt = async ({ payment_id }) => {
    await released;
    rendered.push(payment_id);
    return [{ filename: `${payment_id}.pdf`, contentType: 'application/pdf', content: Buffer.from('%PDF') }];
  };
  const { config, database } = portal;
  const queue = await startQueue(portal.context, { maintain: false });
  queues.push(queue);
  const mailer = createMailer(config, database, queue, attachReceipt);
  await queue.add(mailer.jobs);
  await queue.work();
  return { mailer, rendered, release };
}

const recipient = { name: 'Ann', language: 'en' } as const;
const values = {
  ...{ number: 'P-1', service_type: 'voicing', received: '1.00 EUR', credited: '1.00 EUR' },
  balance: '1.00 EUR',
};
const receiptOf = (payment_id: string) => ({ account_id: 'acc_1', payment_id });

/** Sends mails with receipts, more than there are places for mails. Returns the payments; each has a recipient of its own. */
async function sendReceipts(mailer: Mailer, prefix: string): Promise<string[]> {
  const payments = Array.from({ length: 80 }, (_, index) => `${prefix}-${index}`);
  for (const id of payments)
    await portal.database.asBackground((tx) =>
      mailer.sendReceipt(
        tx,
        { ...recipient, email: addressOf(id) },
        receiptOf(id),
        'payment_received',
        values,
      ),
    );
  return payments;
}

const addressOf = (id: string) => `${id}@example.com`;
const received = (id: string) => smtp.received.filter((text) => text.includes(`To: ${addressOf(id)}\r\n`));

async function untilSent(): Promise<void> {
  const count = () =>
    portal.database.system.one<{ count: number }>(
      sql`select count(*) from pgboss.job where state < 'completed' and (name like 'mail%' or name like 'receipt%')`,
    );
  while ((await count()).count > 0) await sleep(20);
}

async function until(isTrue: () => boolean): Promise<void> {
  while (!isTrue()) await sleep(20);
}

test('a mail without a document waits for no renderer, however many receipts wait', async () => {
  const { mailer, rendered, release } = await slowRenderer();
  const payments = await sendReceipts(mailer, 'waiting');
  const restoration = { token: 'rst', email: addressOf('restoring'), minutes: '10' };
  await portal.database.asBackground((tx) =>
    mailer.send(tx, { ...recipient, email: addressOf('restoring') }, 'restore', restoration),
  );
  await until(() => received('restoring').length > 0);
  expect(rendered).toEqual([]);
  release();
  await until(() => payments.every((id) => received(id).length > 0));
}, 60_000);

test('each receipt is rendered once and arrives once, though rendering takes longer than a place lasts', async () => {
  const { mailer, rendered, release } = await slowRenderer();
  smtp.refuseOnce(addressOf('long-7'));
  const payments = await sendReceipts(mailer, 'long');
  await sleep(3_000);
  release();
  await untilSent();
  expect(rendered.toSorted()).toEqual(payments.toSorted());
  for (const id of payments) {
    expect(received(id)).toHaveLength(1);
    expect(received(id)[0]).toContain(`filename=${id}.pdf`);
  }
  expect(smtp.recipients.filter((address) => address === addressOf('long-7'))).toHaveLength(2);
}, 60_000);

test('the receipt of a mail that an earlier release has sent is rendered, too', async () => {
  const { rendered, release } = await slowRenderer();
  const earlier = defineJob({ name: 'mail', schema: v.looseObject({}), run: async () => undefined });
  const mail = { to: addressOf('earlier'), language: 'en', mail: 'payment_received', values };
  await portal.database.asBackground((tx) =>
    portal.queue.send(tx, earlier, { ...mail, receipt: receiptOf('earlier') }),
  );
  release();
  await until(() => received('earlier').length > 0);
  expect(received('earlier')[0]).toContain('filename=earlier.pdf');
  expect(rendered.filter((id) => id === 'earlier')).toHaveLength(1);
}, 60_000);
