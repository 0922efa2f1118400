// Uses another customer's ids in every id parameter of the contract, and server-only fields. Then repeats the ids without
// the conditions in the application's SQL, where row-level security alone protects the rows, and without both as a control.
import { setTimeout as sleep } from 'node:timers/promises';
import { pathToFileURL } from 'node:url';
import type { Endpoint } from '@portal/contract/endpoint';
import { demo } from '@portal/testbed/fixtures/account';
import { type CheckBff, withBff } from '../harness/bff.ts';
import { BffClient } from '../harness/bff-client.ts';
import { addCustomer, addService, must, testPassword } from '../harness/bff-customer.ts';
import { changedTables, untilExported } from '../harness/database-state.ts';
import { endpointTable, type LiveValues, liveRequest } from '../harness/live-requests.ts';
import { type CheckCase, reportCases } from '../harness/report.ts';
import { tryExtraFields } from './extra-fields.ts';
import { type ForeignIds, foreignAttempts, tryForeign, tryOwner } from './foreign-id-attempts.ts';
import { accountTables, fillTables, tryTables } from './row-security.ts';

const mutation = pathToFileURL(new URL('./unscoped-statements.ts', import.meta.url).pathname).href;
/** Columns that a job of the portal sets meanwhile. */
const ofJobs = [
  'alert_checked',
  'alert_reserved',
  'threshold_state',
  'threshold_triggered_at',
  'threshold_told_at',
];

interface Customers {
  own: BffClient;
  ownAccount: string;
  ownIds: LiveValues;
  /** Ids of the other customer that belong to each other, for an endpoint. */
  otherIds: (endpoint: Endpoint) => LiveValues;
  otherAccount: string;
  /** Its cookies are of the session of the other customer. */
  other: BffClient;
  foreign: ForeignIds;
  /** Texts that no response to another customer may contain. */
  marks: readonly string[];
}

await withBff(
  async (bff) => {
    const customers = await prepare(bff);
    const { otherAccount: other, ownAccount: own } = customers;
    const owned = await tryOwner(
      customers.other,
      foreignAttempts(customers.foreign, (endpoint) => ({
        ...customers.ownIds,
        ...customers.otherIds(endpoint),
      })).attempts,
    );
    // The owner's own exports are still being made.
    await untilExported(bff.database);
    const before = await rowsOf(bff, other);
    const checked = await tryIds(bff, customers);
    const fields = await tryExtraFields(bff);
    const tables = await tryTables(bff.database, { own, other });
    await bff.restart({ NODE_OPTIONS: `--import=${mutation}`, UNSCOPED: 'conditions' });
    const held = await tryIds(bff, customers, 'without conditions: ');
    const untouched = {
      name: 'rows of the other customer',
      problems: changedTables(before, await rowsOf(bff, other)).map((table) => `${table} changed`),
    };
    await bff.restart({ NODE_OPTIONS: `--import=${mutation}`, UNSCOPED: 'all' });
    const open = await tryIds(bff, customers);
    const leaks = open.filter(({ problems }) => problems.length > 0).length;
    const proof = {
      name: `control: without conditions and row-level security ${leaks} of ${open.length} cases leak`,
      problems: leaks >= open.length / 2 ? [] : ['the conditions were not removed: the check proves nothing'],
    };
    const cases = [...owned, ...checked, ...fields, ...tables, ...held, untouched, proof];
    reportCases('foreign-ids', cases, [
      `${owned.length} places with ids at which their owner gets something`,
      `${checked.length} requests with another customer's ids or for lists, ${fields.length} with server-only fields, ${tables.length} tables with an account`,
      `${held.length} requests again without the application's own conditions; target 0 leaks each time`,
    ]);
  },
  { RATE_LIMIT_FACTOR: '1000', DEMO_ACCOUNT: 'true' },
);

/** Registers the attacking customer. The demonstration account is the other one, because it has rows of every kind. */
async function prepare({ url, database }: CheckBff): Promise<Customers> {
  const { client: own, email } = await addCustomer(url);
  const service_id = await addService(own, 'voicing');
  await addService(own, 'messaging');
  const other = new BffClient(url);
  await other.post('/v1/users/login', demo);
  await other.post('/v1/users/password:restore', { email: demo.email });
  await other.post('/v1/accounts/support', { subject: 'Secret', body: 'Between us' });
  const [ownAccount = '', otherAccount = ''] = await Promise.all(
    [email, demo.email].map(async (address) => {
      const { rows } = await database.query('select account_id from accounts where email = $1', [address]);
      return rows[0]?.account_id;
    }),
  );
  await fillTables(database, otherAccount);
  const pending = await pendingPayment(other);
  const { webhook_id, delivery_id } = await testedWebhook(other);
  const { sessions = [] } = (await other.get('/v1/accounts/sessions')).body;
  const idsIn = async (table: string, column: string, limit = 5): Promise<string[]> => {
    const query = `select ${column} as id from ${table} where account_id = $1 limit ${limit}`;
    return (await database.query(query, [otherAccount])).rows.map(({ id }) => String(id));
  };
  const recordIn = async (table: string, column: string): Promise<Record<string, string>> => {
    const query = `select service_id, ${column} from ${table} where account_id = $1 limit 1`;
    return (await database.query(query, [otherAccount])).rows[0];
  };
  const [call, message] = [await recordIn('cdrs', 'cdr_id'), await recordIn('messages', 'message_id')];
  const recordIds = { cdr_id: call['cdr_id'] ?? '', message_id: message['message_id'] ?? '' };
  const services = await idsIn('services', 'service_id');
  const invoices = await idsIn('monthly_vat_invoices', 'monthly_vat_invoice_id');
  const payments = await idsIn('payments', 'payment_id', 100);
  const marks = [
    ...payments,
    ...(await idsIn('cdrs', 'cdr_id', 100)),
    ...(await idsIn('messages', 'message_id', 100)),
    ...(await idsIn('rented_numbers', 'number', 100)),
    ...(await idsIn('accounts', 'account_sid')),
  ];
  return {
    own,
    other,
    ownAccount,
    otherAccount,
    // A call and a message of the other customer, in case that their service is all that is checked.
    ownIds: { service_id, ...recordIds, document: 'proforma', current_password: testPassword },
    otherIds: ({ path }) => ({
      webhook_id,
      delivery_id,
      ...(path.includes('{cdr_id}') && call),
      ...(path.includes('{message_id}') && message),
    }),
    foreign: {
      service_id: services,
      monthly_vat_invoice_id: invoices,
      ids: [invoices[0] ?? '', invoices.slice(0, 2).join(',')],
      // One that could be cancelled, and others.
      number_id: await idsIn('rented_numbers', 'number_id'),
      payment_id: [pending, ...payments.slice(0, 4)],
      view_id: [await savedView(other)],
      export_id: [await readyExport(other)],
      webhook_id: [webhook_id],
      delivery_id: [delivery_id],
      schedule_id: [await exportSchedule(other)],
      cdr_id: [recordIds.cdr_id],
      message_id: [recordIds.message_id],
      session_id: sessions.map(({ session_id }: { session_id: string }) => session_id),
    },
    marks: [...services, ...invoices, ...marks, demo.email, otherAccount],
  };
}

async function pendingPayment(client: BffClient): Promise<string> {
  const { services } = await must(client, 'GET', '/v1/services/all', {});
  const body = { service_id: services[0].service_id, amount: '50.00', allow_duplicate: true };
  return (await must(client, 'POST', '/v1/finances/payments/invoices', body)).payment.payment_id;
}

async function savedView(client: BffClient): Promise<string> {
  const { body } = liveRequest('createSavedView', {});
  return (await must(client, 'POST', '/v1/accounts/saved-views', body ?? {})).view.view_id;
}

/** One whose file can be downloaded, so that the attempts ask for something. */
async function readyExport(client: BffClient): Promise<string> {
  const { services } = await must(client, 'GET', '/v1/services/all', {});
  const voicing = services.find(({ type }: { type: string }) => type === 'voicing');
  const body = { kind: 'calls', service_id: voicing?.service_id, format: 'csv', query: {} };
  const { export_id } = (await must(client, 'POST', '/v1/accounts/exports', body)).export;
  for (;;) {
    const { exports } = await must(client, 'GET', '/v1/accounts/exports', {});
    const { state } = exports.find((one: { export_id: string }) => one.export_id === export_id);
    if (state === 'ready') return export_id;
    if (state === 'failed') throw new Error('the export of the other customer failed');
    await sleep(100);
  }
}

/** A paused webhook with a delivery, which waits: jobs change neither. */
async function testedWebhook(client: BffClient): Promise<{ webhook_id: string; delivery_id: string }> {
  const body = { url: 'http://127.0.0.1:9/', events: ['balance.low'], current_password: demo.password };
  const { webhook_id } = (await must(client, 'POST', '/v1/accounts/webhooks', body)).webhook;
  await must(client, 'POST', `/v1/accounts/webhooks/${webhook_id}:pause`, {});
  const { delivery } = await must(client, 'POST', `/v1/accounts/webhooks/${webhook_id}:test`, {});
  return { webhook_id, delivery_id: delivery.delivery_id };
}

async function exportSchedule(client: BffClient): Promise<string> {
  const { services } = await must(client, 'GET', '/v1/services/all', {});
  const voicing = services.find(({ type }: { type: string }) => type === 'voicing');
  const { body } = liveRequest('createExportSchedule', { service_id: voicing?.service_id });
  return (await must(client, 'POST', '/v1/accounts/export-schedules', body ?? {})).schedule.schedule_id;
}

async function tryIds(
  { url }: CheckBff,
  { own, ownIds, foreign, marks }: Customers,
  prefix = '',
): Promise<CheckCase[]> {
  const client = new BffClient(url, own.cookies);
  const { attempts, missing } = foreignAttempts(foreign, () => ownIds);
  const cases: CheckCase[] = missing.map((name) => ({ name, problems: ['the check has no id to try'] }));
  for (const attempt of attempts) cases.push(await tryForeign(client, attempt));
  for (const [id, endpoint] of endpointTable.filter(([, { method }]) => method === 'GET')) {
    const { path } = liveRequest(id, ownIds);
    const { status, text } = await client.get(path);
    const leaked = marks.filter((mark) => text.includes(mark));
    const problems = leaked.slice(0, 3).map((mark) => `contains ${mark}`);
    cases.push({ name: `${endpoint.method} ${path} contains only own data → ${status}`, problems });
  }
  client.close();
  return cases.map(({ name, problems }) => ({ name: prefix + name, problems }));
}

/** Fingerprints of all rows of an account. */
async function rowsOf({ database }: CheckBff, account: string): Promise<Record<string, string>> {
  const states: Record<string, string> = {};
  for (const { name, partition } of await accountTables(database)) {
    if (partition) continue;
    const query = `select md5(coalesce(string_agg(row, '' order by row), '')) as state
      from ${name} t, lateral (select (to_jsonb(t) - $2::text[])::text as row) text where account_id = $1`;
    states[name] = (await database.query(query, [account, ofJobs])).rows[0].state;
  }
  return states;
}
