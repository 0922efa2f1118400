import { createHmac } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders } from 'node:http';
import { operate } from '../fixtures/operator.ts';
import { expectTextToFit, findViolations } from '../fixtures/page-checks.ts';
import { asCustomer, expect, test } from '../fixtures/portal-test.ts';

test.use(asCustomer);

interface Received {
  headers: IncomingHttpHeaders;
  body: string;
}

/** A customer's server, which refuses its first request. */
async function startReceiver() {
  const received: Received[] = [];
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      received.push({ headers: request.headers, body: Buffer.concat(chunks).toString() });
      response.writeHead(received.length === 1 ? 503 : 204).end();
    });
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  const port = typeof address === 'object' ? address?.port : undefined;
  return { received, url: `http://127.0.0.1:${port}/hook`, close: () => server.close() };
}

/** Whether the request is signed with the secret, computed as the reference for developers says. */
function isSigned({ headers, body }: Received, secret: string): boolean {
  const key = Buffer.from(secret.replace('whsec_', ''), 'base64');
  const content = `${headers['webhook-id']}.${headers['webhook-timestamp']}.${body}`;
  return headers['webhook-signature'] === `v1,${createHmac('sha256', key).update(content).digest('base64')}`;
}

test('a customer adds a webhook, gets a signed event about a credited payment, finds it in the log and sends it again', async ({
  customer,
  page,
}) => {
  const { service_id } = await customer.addService('voicing');
  const receiver = await startReceiver();
  const sidebar = page.getByRole('dialog', { name: 'Webhook' });
  const secret = await test.step('adds the webhook and copies its secret', async () => {
    await page.goto('/profile');
    const card = page.getByRole('region', { name: 'Webhooks' });
    await expect(card).toContainText('You have no webhooks yet.');
    await card.getByRole('button', { name: 'Add a webhook' }).click();
    await sidebar.getByLabel('Address', { exact: true }).fill(receiver.url);
    await sidebar.getByRole('checkbox', { name: /Payment credited/ }).check();
    await sidebar.getByLabel('Current password').fill(customer.credentials.password);
    expect(await findViolations(page)).toEqual([]);
    await sidebar.getByRole('button', { name: 'Add webhook', exact: true }).click();
    const shown = sidebar.getByRole('group', { name: 'Signing secret' });
    await expect(shown).toBeVisible();
    const text = (await shown.locator('code').textContent()) ?? '';
    expect(text).toMatch(/^whsec_/);
    await sidebar.getByRole('button', { name: 'I have stored the secret' }).click();
    return text;
  });

  await test.step('a payment is credited; the refused event is repeated', async () => {
    const why = ['--reason', 'Goodwill', '--actor', 'anna', '--key', service_id];
    operate('billing', ['credit', '--service', service_id, '--amount', '12.50', ...why]);
    await expect.poll(() => receiver.received.length, { timeout: 60_000 }).toBe(2);
    const [first, second] = receiver.received;
    for (const request of receiver.received) expect(isSigned(request, secret)).toBe(true);
    expect(second?.headers['webhook-id']).toBe(first?.headers['webhook-id']);
    expect(JSON.parse(second?.body ?? '')).toMatchObject({
      type: 'payment.credited',
      version: 1,
      data: { service_id, amount: '12.50', currency: 'eur' },
    });
  });

  await test.step('the log shows both attempts', async () => {
    await page.reload();
    await sidebar.getByRole('link', { name: 'Payment credited' }).click();
    await expect(sidebar.getByText(/Accepted with status 204/)).toBeVisible();
    await expect(sidebar.getByText('The server responded with status 503.')).toBeVisible();
    expect(await findViolations(page)).toEqual([]);
  });

  await test.step('sends it again, with the same id', async () => {
    await sidebar.getByRole('button', { name: 'Send again' }).click();
    await expect(sidebar.getByRole('link', { name: 'Payment credited (sent again)' })).toBeVisible();
    await expect.poll(() => receiver.received.length).toBe(3);
    expect(receiver.received[2]?.headers['webhook-id']).toBe(receiver.received[0]?.headers['webhook-id']);
    await expect(sidebar.getByRole('listitem').first()).toContainText('Delivered');
  });

  await test.step('fits a phone', async () => {
    await page.setViewportSize({ width: 360, height: 740 });
    await expectTextToFit(page, 'the log on a phone');
  });
  receiver.close();
});
