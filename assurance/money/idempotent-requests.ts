import type { EndpointId } from '@portal/contract/endpoints';
import type pg from 'pg';
import type { BffClient } from '../harness/bff-client.ts';
import { addCustomer, addService, must } from '../harness/bff-customer.ts';

/** A request that must have one effect for each key. */
export interface IdempotentRequest {
  id: EndpointId;
  path: string;
  body: object;
  /** Another request to the same endpoint. */
  other: { path: string; body: object };
  /** Counts the effects of both. */
  effects: string;
  /** The table that a request writes to; locked, it lets the request wait. */
  table: string;
  /** Effects when the request is repeated with a key that is older than a day. */
  afterADay: number;
  /** The code of the refusal of another key, if the effect can exist only once. */
  refusal?: string;
}

export interface PreparedCustomer {
  client: BffClient;
  accountId: string;
  requests: IdempotentRequest[];
}

/** A customer with a request to every endpoint whose response is stored. */
export async function prepareRequests(url: string, database: pg.Pool): Promise<PreparedCustomer> {
  const { client, email } = await addCustomer(url);
  const service_id = await addService(client, 'voicing');
  const bank = '/v1/finances/payments/invoices';
  const crypto = '/v1/finances/payments/crypto';
  const payments: string[] = [];
  for (const amount of ['31.00', '32.00']) {
    const { payment } = await must(client, 'POST', bank, { service_id, amount });
    payments.push(`/v1/finances/payments/${payment.payment_id}:cancel`);
  }
  const { rows } = await database.query<{ id: string }>(
    'select account_id as id from accounts where email = $1',
    [email],
  );
  const accountId = rows[0]?.id ?? '';
  const of = (from: string) => `select count(*)::int as count from ${from} and account_id = '${accountId}'`;
  // After a day, the same top-up is created again.
  const topUp = (amount: string) => ({ service_id, amount, allow_duplicate: true });
  const ticket = (subject: string) => ({ subject, body: 'The second call of today was cut.' });
  const view = (name: string) => ({ kind: 'calls', name, query: {}, columns: ['started'] });
  const requests: IdempotentRequest[] = [
    {
      id: 'createInvoicePayment',
      path: bank,
      body: topUp('50.00'),
      other: { path: bank, body: topUp('51.00') },
      effects: of(`payments where method = 'bank_transfer' and amount in (50, 51)`),
      table: 'payments',
      afterADay: 2,
    },
    {
      id: 'createCryptoPayment',
      path: crypto,
      body: topUp('50.00'),
      other: { path: crypto, body: topUp('51.00') },
      effects: of(`payments where method = 'crypto'`),
      table: 'payments',
      afterADay: 2,
    },
    {
      id: 'cancelPayment',
      path: payments[0] ?? '',
      body: {},
      other: { path: payments[1] ?? '', body: {} },
      effects: of(`payment_events where status = 'canceled'`),
      table: 'payments',
      afterADay: 1,
    },
    {
      id: 'createTicket',
      path: '/v1/accounts/support',
      body: ticket('Calls are cut'),
      other: { path: '/v1/accounts/support', body: ticket('Calls are silent') },
      effects: of('support_tickets where true'),
      table: 'support_tickets',
      afterADay: 2,
    },
    {
      id: 'createService',
      path: '/v1/services',
      body: { type: 'messaging' },
      other: { path: '/v1/services', body: { type: 'voicing' } },
      effects: of(`services where type = 'messaging'`),
      table: 'services',
      afterADay: 1,
      refusal: 'service_exists',
    },
    {
      id: 'createSavedView',
      path: '/v1/accounts/saved-views',
      body: view('Failed calls'),
      other: { path: '/v1/accounts/saved-views', body: view('Calls of today') },
      effects: of('saved_views where true'),
      table: 'saved_views',
      afterADay: 1,
      refusal: 'validation_failed',
    },
  ];
  return { client, accountId, requests };
}
