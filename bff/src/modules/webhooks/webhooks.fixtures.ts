import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http';
import type { WebhookEventType } from '@portal/contract/webhooks';
import { sql } from '../../database/sql.ts';
import { testPort } from '../../testing/local-port.ts';
import { type TestCustomer, type TestPortal, testPassword } from '../../testing/test-portal.ts';
import { recordEvents } from './record-events.ts';

export interface ReceivedRequest {
  path: string;
  headers: IncomingHttpHeaders;
  body: string;
}

type Respond = (response: ServerResponse, request: ReceivedRequest) => void;

/** A customer's server: stores what it receives and answers as a test has chosen for the path, otherwise with 204. */
export function testReceiver() {
  const received: ReceivedRequest[] = [];
  const answers = new Map<string, Respond>();
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const one = {
        path: request.url ?? '',
        headers: request.headers,
        body: Buffer.concat(chunks).toString(),
      };
      received.push(one);
      const answer = answers.get(one.path) ?? ((reply) => reply.writeHead(204).end());
      answer(response, one);
    });
  });
  const port = testPort(server);
  return {
    received: (path: string) => received.filter((request) => request.path === path),
    answer: (path: string, respond: Respond) => void answers.set(path, respond),
    url: (path: string) => `http://127.0.0.1:${port()}${path}`,
  };
}

export const webhooksUrl = '/v1/accounts/webhooks';
export const stepUp = { current_password: testPassword };

/** Creates a webhook of the customer. Returns it and its secret. */
export async function createWebhook(
  customer: TestCustomer,
  url: string,
  events: WebhookEventType[] = ['payment.credited'],
): Promise<{ webhook_id: string; secret: string; path: string }> {
  const { status, body } = await customer.post(webhooksUrl, { url, events, ...stepUp });
  if (status !== 201) throw new Error(JSON.stringify(body));
  const { webhook_id } = body.webhook;
  return { webhook_id, secret: body.secret, path: `${webhooksUrl}/${webhook_id}` };
}

/** The data of a sample event `balance.low`. */
export const balanceLow = {
  service_id: 'svc_1',
  service_type: 'voicing',
  currency: 'eur',
  available: '4.2000',
  threshold_balance: '20.00',
} as const;

/** Records the sample event in a transaction of its own. */
export function recordBalanceLow(portal: TestPortal, accountId: string, key: string): Promise<void> {
  return portal.database.asBackground((tx) =>
    recordEvents(tx, accountId, 'balance.low', [{ key, data: balanceLow }]),
  );
}

/** Lets all waiting times of a customer's webhooks pass. */
export async function passTime(portal: TestPortal, { account: { account_id } }: TestCustomer): Promise<void> {
  const { system } = portal.database;
  await system.run(
    sql`update webhooks set rest_until = null, busy_until = null where account_id = ${account_id}`,
  );
  await system.run(sql`
    update webhook_deliveries set next_attempt = now() where account_id = ${account_id} and status = 'pending'`);
}
