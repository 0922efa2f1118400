// Sends a request to every endpoint that changes something, as another site could: directly and from a browser. Nothing
// may change.

import { type CheckBff, withBff } from '../harness/bff.ts';
import { BffClient, type BffResponse } from '../harness/bff-client.ts';
import { addCustomer, addService, type BffCustomer, must } from '../harness/bff-customer.ts';
import { changesDuring, untilQuiet } from '../harness/database-state.ts';
import { endpointTable, type LiveRequest, liveRequest, mutatingRequests } from '../harness/live-requests.ts';
import { type CheckCase, reportCases } from '../harness/report.ts';
import { type Attack, withAttackPages } from './cross-site-pages.ts';
import { type ForgedRequest, forgedRequests } from './forged-requests.ts';

const reading = new Set<string>(
  endpointTable.filter(([, { method }]) => method === 'GET').map(([, { path }]) => path),
);

await withBff(
  async (bff) => {
    const victim = await addCustomer(bff.url);
    const attacker = await addCustomer(bff.url);
    const values = await liveValues(bff, victim, attacker);
    const requests = mutatingRequests(values);
    await untilQuiet(bff.database);
    const cases: CheckCase[] = [];
    for (const request of requests)
      for (const forged of forgedRequests) cases.push(await tryForged(bff, victim.client, request, forged));
    await withAttackPages(bff.url, victim.client.cookies, {
      requests,
      use: async (attacks) => {
        for (const attack of attacks) cases.push(await tryAttack(bff, attack));
      },
    });
    const idle: string[] = [];
    for (const request of requests) {
      const { isEffective, problems } = await control(bff, victim, request);
      if (!isEffective) idle.push(request.id);
      cases.push({ name: `control: ${request.id} from the portal's own page takes effect`, problems });
    }
    reportCases('cross-site-requests', cases, [
      `${requests.length} endpoints that change something, with ${forgedRequests.length} kinds of forged requests and from a browser; target at least 84 cases`,
      `control: from the portal's own page ${requests.length - idle.length} of ${requests.length} requests change rows, all but ${idle.join(', ')}`,
    ]);
  },
  { RATE_LIMIT_FACTOR: '1000' },
);

/**
 * Valid values for the requests, with ids of what the victim has: a request about nothing would be refused anyway. The login uses the
 * attacker's account: a victim must not be logged in to it.
 */
async function liveValues({ url }: CheckBff, victim: BffCustomer, attacker: BffCustomer) {
  const service_id = await addService(victim.client, 'voicing');
  const second = new BffClient(url);
  await second.post('/v1/users/login', { email: victim.email, password: victim.password });
  second.close();
  const { sessions } = (await victim.client.get('/v1/accounts/sessions')).body;
  const session_id = sessions?.find(({ current }: { current: boolean }) => !current)?.session_id;
  const { email, password } = attacker;
  return {
    ...(await ownIds(victim, service_id)),
    service_id,
    session_id,
    email,
    password,
    password_repeat: password,
    current_password: victim.password,
    type: 'messaging',
    language: 'de',
    amount: '50.00',
    threshold_enabled: true,
    threshold_amount: '15.00',
    threshold_balance: '15.00',
  };
}

async function ownIds({ client, password }: BffCustomer, service_id: string) {
  const webhooks = '/v1/accounts/webhooks';
  const { webhook } = await must(client, 'POST', webhooks, {
    ...{ url: 'https://hooks.example.com/', events: ['payment.credited'], current_password: password },
  });
  const { webhook_id } = webhook;
  const { delivery } = await must(client, 'POST', `${webhooks}/${webhook_id}:test`, {});
  // Otherwise the portal would send it meanwhile.
  await must(client, 'POST', `${webhooks}/${webhook_id}:pause`, {});
  const content = { kind: 'calls', name: 'Calls of the victim', query: {}, columns: ['started'] };
  const { view } = await must(client, 'POST', '/v1/accounts/saved-views', content);
  const topUp = { service_id, amount: '31.00' };
  const { payment } = await must(client, 'POST', '/v1/finances/payments/invoices', topUp);
  const exported = liveRequest('createExport', { service_id });
  const { export_id } = (await must(client, 'POST', exported.path, exported.body ?? {})).export;
  const scheduled = liveRequest('createExportSchedule', { service_id });
  const { schedule_id } = (await must(client, 'POST', scheduled.path, scheduled.body ?? {})).schedule;
  const { delivery_id } = delivery;
  return {
    export_id,
    schedule_id,
    webhook_id,
    delivery_id,
    view_id: view.view_id,
    payment_id: payment.payment_id,
  };
}

async function tryForged(
  { url, database }: CheckBff,
  { cookies }: BffClient,
  request: LiveRequest,
  { name, forge }: ForgedRequest,
): Promise<CheckCase> {
  const browser = new BffClient(url, cookies);
  const { result, changed } = await changesDuring(database, () => browser.send(forge(request, new URL(url))));
  browser.close();
  const problems = [...effects(result, request), ...changed.map((table) => `${table} CHANGED`)];
  return { name: `${request.id} by ${name} → ${result.status}`, problems };
}

function effects({ status, headers }: BffResponse, { path }: LiveRequest): string[] {
  // Another endpoint that only reads may have the same address.
  const isRead = reading.has(path);
  return [
    ...(status < 400 && !isRead ? ['the request succeeded'] : []),
    ...(status >= 500 ? ['the server failed'] : []),
    ...(headers['set-cookie'] === undefined ? [] : ['a cookie was set']),
    ...(headers['access-control-allow-origin'] === undefined ? [] : ['another origin may read the response']),
  ];
}

async function tryAttack({ database }: CheckBff, { name, run }: Attack): Promise<CheckCase> {
  const { result, changed } = await changesDuring(database, run);
  return { name, problems: [...result, ...changed.map((table) => `${table} CHANGED`)] };
}

/** Sends the request as the portal's page does, to prove that it would change something. */
async function control(
  { url, database }: CheckBff,
  victim: BffCustomer,
  { id, endpoint, path, body }: LiveRequest,
) {
  const browser = new BffClient(url, victim.client.cookies);
  // Some endpoints end the session of the request.
  const { email, password } = victim;
  await browser.post('/v1/users/login', { email, password });
  const headers = { origin: new URL(url).origin, 'sec-fetch-site': 'same-origin' };
  const { result, changed } = await changesDuring(database, () =>
    browser.send({ method: endpoint.method, path, body, headers }),
  );
  browser.close();
  const isMissing = result.status === 404 && result.body?.title?.includes?.('route');
  const isRefused = result.body?.code === 'csrf_failed' || result.status >= 500 || isMissing;
  return {
    isEffective: changed.length > 0,
    problems: isRefused ? [`${id} returned ${result.status} ${result.text.slice(0, 100)}`] : [],
  };
}
