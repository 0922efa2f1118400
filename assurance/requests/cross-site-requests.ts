// Sends a request to every endpoint that changes something, as another site could: directly and from a browser. Nothing
// may change.

import { type CheckBff, withBff } from '../harness/bff.ts';
import { BffClient, type BffResponse } from '../harness/bff-client.ts';
import { addCustomer, addService, type BffCustomer } from '../harness/bff-customer.ts';
import { changedTables, readState, untilQuiet } from '../harness/database-state.ts';
import { endpointTable, type LiveRequest, mutatingRequests } from '../harness/live-requests.ts';
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
    let effective = 0;
    const idle: string[] = [];
    for (const request of requests) {
      const { changed, problems } = await control(bff, victim, request);
      if (changed) effective += 1;
      else idle.push(request.id);
      cases.push({ name: `control: ${request.id} from the portal's own page takes effect`, problems });
    }
    reportCases('cross-site-requests', cases, [
      `${requests.length} endpoints that change something, with ${forgedRequests.length} kinds of forged requests and from a browser; target at least 84 cases`,
      `control: from the portal's own page ${effective} of ${requests.length} requests change rows, all but ${idle.join(', ')}`,
    ]);
  },
  { RATE_LIMIT_FACTOR: '1000' },
);

/** Valid values for the requests. The login uses the attacker's account: a victim must not be logged in to it. */
async function liveValues({ url }: CheckBff, victim: BffCustomer, attacker: BffCustomer) {
  const service_id = await addService(victim.client, 'voicing');
  const second = new BffClient(url);
  await second.post('/v1/users/login', { email: victim.email, password: victim.password });
  second.close();
  const { sessions } = (await victim.client.get('/v1/accounts/sessions')).body;
  const session_id = sessions?.find(({ current }: { current: boolean }) => !current)?.session_id;
  const { email, password } = attacker;
  return {
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

async function tryForged(
  { url, database }: CheckBff,
  { cookies }: BffClient,
  request: LiveRequest,
  { name, forge }: ForgedRequest,
): Promise<CheckCase> {
  const browser = new BffClient(url, cookies);
  const before = await readState(database);
  const response = await browser.send(forge(request, new URL(url)));
  const after = await readState(database);
  browser.close();
  return {
    name: `${request.id} by ${name} → ${response.status}`,
    problems: [
      ...effects(response, request),
      ...changedTables(before, after).map((table) => `${table} CHANGED`),
    ],
  };
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
  const before = await readState(database);
  const problems = await run();
  const after = await readState(database);
  return {
    name,
    problems: [...problems, ...changedTables(before, after).map((table) => `${table} CHANGED`)],
  };
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
  const before = await readState(database);
  const headers = { origin: new URL(url).origin, 'sec-fetch-site': 'same-origin' };
  const response = await browser.send({ method: endpoint.method, path, body, headers });
  const after = await readState(database);
  browser.close();
  const isMissing = response.status === 404 && response.body?.title?.includes?.('route');
  const isRefused = response.body?.code === 'csrf_failed' || response.status >= 500 || isMissing;
  return {
    changed: changedTables(before, after).length > 0,
    problems: isRefused ? [`${id} returned ${response.status} ${response.text.slice(0, 100)}`] : [],
  };
}
