import type { DevMail, DevMails } from '@portal/contract/dev-mail';
import type { Service } from '@portal/contract/services';
import { newEmail, parameterOf, registrationOf } from '@portal/testbed/fixtures/registration';
import { waitFor } from '@portal/testbed/runner/concurrency';
import type { CheckBff } from './bff.ts';
import { BffClient } from './bff-client.ts';

export const testPassword = 'Tallinn-2026!';

/** A customer who has registered, confirmed the address, accepted the agreement and completed the profile. */
export interface BffCustomer {
  client: BffClient;
  email: string;
  password: string;
}

/** Registers a customer through the BFF's endpoints; `isBare` leaves the profile incomplete. */
export async function addCustomer(
  url: string,
  { email = newEmail(), password = testPassword, isBare = false } = {},
): Promise<BffCustomer> {
  const client = new BffClient(url);
  await must(client, 'POST', '/v1/users/register', registrationOf(email, password));
  const mail = await receive(client, email, /\?confirm=/);
  await must(client, 'POST', '/v1/users/confirm', { token: parameterOf(mail, 'confirm') });
  const { dpu } = await must(client, 'POST', '/v1/users/login', { email, password });
  if (dpu) await must(client, 'POST', '/v1/users/login:dpu', { accepted: true, version: dpu.version });
  if (!isBare) await must(client, 'PUT', '/v1/accounts/profile', setup);
  return { client, email, password };
}

const setup = { address: 'Pikk 1, Tallinn', tax_number: 'EE100000010', country: 'ee', currency: 'eur' };

export async function addService(client: BffClient, type: Service['type']): Promise<string> {
  const { service } = await must(client, 'POST', '/v1/services', { type });
  return service.service_id;
}

/** Sends a request that must succeed, and returns the body of the response. */
export async function must(client: BffClient, method: string, path: string, body: object) {
  const response = await client.send({ method, path, body });
  if (response.status >= 300)
    throw new Error(`${method} ${path} returned ${response.status}: ${response.text}`);
  return response.body;
}

/** Waits for the newest mail to an address whose text matches. */
export function receive(client: BffClient, to: string, text: RegExp): Promise<DevMail> {
  return waitFor(`no mail to ${to} with ${text}`, async () => {
    const { items }: DevMails = (await client.get('/dev/mail')).body;
    return items.find((mail) => mail.to === to && text.test(mail.text));
  });
}

/** Copies a customer's account, password included, because a thousand registrations take minutes. Returns the addresses. */
export async function cloneAccounts(
  { database }: CheckBff,
  { email }: BffCustomer,
  count: number,
): Promise<string[]> {
  const { rows } = await database.query<{ email: string }>(
    `insert into accounts
     select copy.* from accounts a, generate_series(1, $2::int) number, jsonb_populate_record(null::accounts,
       to_jsonb(a) || jsonb_build_object('account_id', 'acc_copy' || number, 'account_sid', 'ACcopy' || number,
         'account_token_hash', '\\x' || lpad(to_hex(number), 64, '0'),
         'email', 'known-' || lpad(number::text, 4, '0') || '@example.com')) copy
     where a.email = $1
     returning email`,
    [email, count],
  );
  return rows.map((row) => row.email);
}
