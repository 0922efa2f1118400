import { randomUUID } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import type pg from 'pg';
import type { BffClient, BffRequest, BffResponse } from '../harness/bff-client.ts';
import { addCustomer, addService } from '../harness/bff-customer.ts';
import type { MoneyLog, TopUp } from './money-log.ts';

export interface Payer {
  client: BffClient;
  /** Taxed by monthly invoices of what was used. */
  voicing: string;
  /** Taxed when it is topped up. */
  messaging: string;
}

/** Registers customers whose two services have the two bases of VAT and exist since `since`, a day. */
export async function addPayers(
  url: string,
  database: pg.Pool,
  count: number,
  since: string,
): Promise<Payer[]> {
  const payers: Payer[] = [];
  for (let index = 0; index < count; index += 1) {
    const { client } = await addCustomer(url);
    const voicing = await addService(client, 'voicing');
    const messaging = await addService(client, 'messaging');
    payers.push({ client, voicing, messaging });
  }
  await database.query(
    `update services set created = $1::date, vat_on = case type when 'voicing' then 'usage' else 'topup' end`,
    [since],
  );
  return payers;
}

/** Statuses after which a client sends the request again: none, in progress, and the database's absence. */
const repeated = [0, 409, 503];

/**
 * Sends a request with one Idempotency-Key until it is done, as a browser does that has lost its response. Throws for responses that are no
 * reason to repeat it.
 */
export async function sendUntilDone(
  client: BffClient,
  request: BffRequest,
  key: string,
): Promise<BffResponse> {
  const headers = { 'idempotency-key': key };
  for (let attempt = 0; attempt < 400; attempt += 1) {
    const response = await client.send({ ...request, headers }).catch(() => undefined);
    const status = response?.status ?? 0;
    if (response !== undefined && status < 300) return response;
    if (!repeated.includes(status)) throw new Error(`${request.path} returned ${status}: ${response?.text}`);
    await wait(50);
  }
  throw new Error(`${request.path} was not done`);
}

/** Tops a service up, however often the request fails, and notes what was acknowledged. */
export async function topUp(
  { client }: Payer,
  log: MoneyLog,
  service: string,
  method: TopUp['method'],
  amount: string,
): Promise<TopUp & { reference: string; taxRate: string; client: BffClient }> {
  const key = randomUUID();
  const path = `/v1/finances/payments/${method === 'crypto' ? 'crypto' : 'invoices'}`;
  const { body } = await sendUntilDone(
    client,
    { method: 'POST', path, body: { service_id: service, amount, allow_duplicate: true } },
    key,
  );
  const { payment_id, number, reference, amount: credited, gross_amount, tax_rate } = body.payment;
  const done: TopUp = { service, method, amount: credited, payment: payment_id, number, gross: gross_amount };
  log.topUps.set(key, done);
  return { ...done, reference, taxRate: tax_rate, client };
}

/** Cancels a payment, however often the request fails. */
export async function cancel(client: BffClient, log: MoneyLog, payment: string): Promise<void> {
  const path = `/v1/finances/payments/${payment}:cancel`;
  const { body } = await sendUntilDone(client, { method: 'POST', path, body: {} }, randomUUID());
  if (body.payment.status !== 'canceled')
    throw new Error(`${payment} is ${body.payment.status}, not canceled`);
  log.canceled.add(payment);
}
