import type { FastifyInstance } from 'fastify';
import type { TestResponse } from './test-client.ts';
import { type TestCustomer, testPassword } from './test-portal.ts';

/** The header of HTTP Basic. */
export function basic(user: string, password: string): { authorization: string } {
  return { authorization: `Basic ${Buffer.from(`${user}:${password}`).toString('base64')}` };
}

/** Reads a token of the account as its owner does. */
export async function tokenOf(customer: TestCustomer, which = 'primary'): Promise<string> {
  const body = { current_password: testPassword, which };
  return (await customer.post('/v1/accounts/token:reveal', body)).body.token;
}

/** Sends requests as a program with the account's credentials does: without cookies and without the header of pages. */
export async function programOf(app: FastifyInstance, customer: TestCustomer, which = 'primary') {
  const headers = basic(customer.account.account_sid, await tokenOf(customer, which));
  return (url: string, more: Record<string, string> = {}) => send(app, url, { ...headers, ...more });
}

/** Sends a GET request with exactly these headers. */
export async function send(
  app: FastifyInstance,
  url: string,
  headers: Record<string, string> = {},
): Promise<TestResponse> {
  const response = await app.inject({ method: 'GET', url, headers });
  const isJson = String(response.headers['content-type']).includes('json');
  const body = isJson ? response.json() : response.body;
  return { status: response.statusCode, headers: response.headers, body };
}
