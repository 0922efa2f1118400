import { randomUUID } from 'node:crypto';
import { profileSchema, profileUpdateSchema } from '@portal/contract/profile';
import { registrationOf } from '@portal/testbed/fixtures/registration';
import { waitFor } from '@portal/testbed/runner/concurrency';
import type { Pool } from 'pg';
import type { CheckBff } from '../harness/bff.ts';
import { BffClient } from '../harness/bff-client.ts';
import { addCustomer, addService, type BffCustomer, testPassword } from '../harness/bff-customer.ts';
import type { CheckCase } from '../harness/report.ts';

type Row = Record<string, unknown>;

/** Fields that no request may set, with the values that would do the most harm. */
const evil: Row = {
  account_id: 'acc_evil',
  account_sid: 'ACevil',
  account_token: 'tok_evil',
  balance: '999999.0000',
  confirmed: true,
  configured: true,
  credit_limit: '999999.0000',
  crypto_enabled: false,
  currency_can_edit: true,
  email_confirmed_at: '2020-01-01T00:00:00Z',
  is_admin: true,
  password_hash: 'x',
  pending_email: 'evil@example.com',
  reverse_charge: true,
  role: 'admin',
  status: 'verified',
  tax_number_can_edit: true,
  tax_status: 'valid',
  tax_value: '0.00',
  vat_on: 'usage',
};

/** Sends server-only fields to every endpoint that writes data of the customer, and looks for them in the database. */
export async function tryExtraFields({ url, database }: CheckBff): Promise<CheckCase[]> {
  const customer = await addCustomer(url);
  await untilTaxNumberChecked(database, customer.email);
  return [
    ...(await tryProfile(database, customer)),
    ...(await tryLocked(database, customer)),
    ...(await tryServices(database, customer)),
    await tryRegistration(url, database),
  ];
}

async function tryProfile(database: Pool, customer: BffCustomer): Promise<CheckCase[]> {
  const editable = Object.keys(profileUpdateSchema.pipe[0].entries);
  const decided = Object.keys(profileSchema.entries).filter((name) => !editable.includes(name));
  const columns = Object.keys(await accountOf(database, customer.email)).filter(
    (name) => !editable.includes(name),
  );
  const cases: CheckCase[] = [];
  for (const name of new Set([...decided, ...columns, ...Object.keys(evil), '__proto__', 'constructor'])) {
    const before = await accountOf(database, customer.email);
    // Written as text, because JSON.stringify drops __proto__ of an object literal.
    const member = `${JSON.stringify(name)}:${JSON.stringify(evil[name] ?? opposite(before[name]))}`;
    const body = `{"address":"Pikk 2, Tallinn",${member}}`;
    const { status } = await customer.client.send({ method: 'PUT', path: '/v1/accounts/profile', body });
    const after = await accountOf(database, customer.email);
    const problems = changed(before, after, ['address']);
    cases.push({ name: `PUT profile with ${name} → ${status}`, problems });
  }
  return cases;
}

/** Once currency and tax number are set, neither they nor the country can change. */
async function tryLocked(database: Pool, { client, email }: BffCustomer): Promise<CheckCase[]> {
  const cases: CheckCase[] = [];
  for (const body of [
    { currency: 'usd' },
    { tax_number: 'EE999999999' },
    { country: 'de' },
    { country: 'de', tax_number: 'DE123456788' },
    { currency: 'usd', currency_can_edit: true },
    { tax_number: 'EE999999999', tax_number_can_edit: true, configured: false },
  ]) {
    const before = await accountOf(database, email);
    const { status } = await client.put('/v1/accounts/profile', body);
    const problems = changed(before, await accountOf(database, email), []);
    if (status !== 409) problems.push(`returned ${status}`);
    cases.push({ name: `PUT profile with ${JSON.stringify(body)} after the lock → ${status}`, problems });
  }
  return cases;
}

async function tryServices(database: Pool, { client, email }: BffCustomer): Promise<CheckCase[]> {
  const service = await addService(client, 'voicing');
  const rowsOf = async (table: string): Promise<Row[]> => {
    const query = `select t.* from ${table} t join accounts a using (account_id) where a.email = $1 order by t.created`;
    return (await database.query(query, [email])).rows;
  };
  const own = { amount: '50.00', service_id: service };
  const threshold = { threshold_enabled: true, threshold_amount: '15.00', threshold_balance: '15.00' };
  const requests: [method: string, path: string, body: object, table: string][] = [
    ['POST', '/v1/services', { type: 'messaging' }, 'services'],
    ['PUT', `/v1/services/${service}`, threshold, 'services'],
    ['PUT', '/v1/finances/threshold', { ...threshold, service_id: service }, 'services'],
    ['POST', '/v1/finances/payments/invoices', own, 'payments'],
    ['POST', '/v1/finances/payments/crypto', { ...own, asset: 'usdt', network: 'tron' }, 'payments'],
    ['POST', '/v1/accounts/support', { subject: 'Help', body: 'Help' }, 'support_tickets'],
  ];
  const cases: CheckCase[] = [];
  for (const [method, path, body, table] of requests) {
    const headers = { 'idempotency-key': randomUUID() };
    const { status } = await client.send({ method, path, body: { ...serverOnly, ...body }, headers });
    const problems = (await rowsOf(table)).flatMap((row) =>
      Object.entries(serverOnly)
        .filter(([name, value]) => row[name] === value)
        .map(([name]) => `${table}.${name} was set`),
    );
    cases.push({ name: `${method} ${path} with server-only fields → ${status}`, problems });
  }
  return cases;
}

const serverOnly: Row = {
  ...evil,
  status: 'paid',
  payment_id: 'pay_evil',
  ticket_id: 'tkt_evil',
  number: 'EVIL-1',
  paid_amount: '999.00',
  net_amount: '0.01',
  tax_rate: '0.00',
  created: '2020-01-01T00:00:00.000Z',
};

/** Registers twice, once with server-only fields: the rows do not differ. */
async function tryRegistration(url: string, database: Pool): Promise<CheckCase> {
  const [plain, greedy] = [`${randomUUID()}@example.com`, `${randomUUID()}@example.com`];
  const client = new BffClient(url);
  const first = await client.post('/v1/users/register', registrationOf(plain, testPassword));
  const second = await client.post('/v1/users/register', {
    ...evil,
    address: 'Evil 1',
    tax_number: 'EE100000010',
    dpu_version: '2026-05',
    dpu_accepted_at: '2020-01-01T00:00:00Z',
    ...registrationOf(greedy, testPassword),
  });
  client.close();
  const [left, right] = [await accountOf(database, plain), await accountOf(database, greedy)];
  const own = ['account_id', 'account_sid', 'email', 'password_hash', 'created', 'updated'];
  const secrets = Object.keys(left).filter(
    (name) => /token|_at$|secret/.test(name) && right[name] !== null && left[name] !== null,
  );
  return {
    name: `register with server-only fields → ${second.status}`,
    problems: [
      ...(first.status === second.status ? [] : [`returned ${second.status}, without them ${first.status}`]),
      ...changed(left, right, [...own, ...secrets]),
    ],
  };
}

/** Waits for the background check of the tax number, which changes the row too. */
async function untilTaxNumberChecked(database: Pool, email: string): Promise<void> {
  await waitFor('the tax number was not checked', async () => {
    const { tax_status } = await accountOf(database, email);
    return tax_status === 'unchecked' ? undefined : tax_status;
  });
}

/** The row of an account. A registration creates it after its response. */
function accountOf(database: Pool, email: string): Promise<Row> {
  return waitFor(`no account for ${email}`, async (): Promise<Row | undefined> => {
    return (await database.query('select * from accounts where email = $1', [email])).rows[0];
  });
}

function changed(before: Row, after: Row, except: readonly string[]): string[] {
  return Object.keys(before)
    .filter((name) => name !== 'updated' && !except.includes(name))
    .filter((name) => JSON.stringify(before[name]) !== JSON.stringify(after[name]))
    .map((name) => `${name} changed from ${before[name]} to ${after[name]}`);
}

function opposite(value: unknown): unknown {
  return typeof value === 'boolean' ? !value : 'evil';
}
