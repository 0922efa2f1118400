// Every endpoint that changes something, made as other sites can make it, by itself and from a browser; nothing changes.

import { type CheckBff, withBff } from '../harness/bff.ts';
import { type BffAnswer, BffClient } from '../harness/bff-client.ts';
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
      cases.push({ name: `control: ${request.id} from the portal's own page is heard`, problems });
    }
    reportCases('cross-site-requests', cases, [
      `${requests.length} endpoints that change something, by ${forgedRequests.length} ways beside a browser's; target at least 84 cases`,
      `made by the portal's own page ${effective} of the ${requests.length} requests change rows, all but ${idle.join(', ')}`,
    ]);
  },
  { RATE_LIMIT_FACTOR: '1000' },
);

/** True values for the requests; logging in is with the attacker's account, into which a victim must not get. */
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
  const answer = await browser.send(forge(request, new URL(url)));
  const after = await readState(database);
  browser.close();
  return {
    name: `${request.id} by ${name} → ${answer.status}`,
    problems: [
      ...effects(answer, request),
      ...changedTables(before, after).map((table) => `${table} CHANGED`),
    ],
  };
}

function effects({ status, headers }: BffAnswer, { path }: LiveRequest): string[] {
  // An endpoint that reads may stand at the same address.
  const isRead = reading.has(path);
  return [
    ...(status < 400 && !isRead ? ['it was done'] : []),
    ...(status >= 500 ? ['it broke the server'] : []),
    ...(headers['set-cookie'] === undefined ? [] : ['a cookie came back']),
    ...(headers['access-control-allow-origin'] === undefined ? [] : ['another origin may read it']),
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

/** The same request as the portal's page makes it: a bar in which nothing could have happened would prove nothing. */
async function control(
  { url, database }: CheckBff,
  victim: BffCustomer,
  { id, endpoint, path, body }: LiveRequest,
) {
  const browser = new BffClient(url, victim.client.cookies);
  // Some of the endpoints end the session in which they are made.
  const { email, password } = victim;
  await browser.post('/v1/users/login', { email, password });
  const before = await readState(database);
  const headers = { origin: new URL(url).origin, 'sec-fetch-site': 'same-origin' };
  const answer = await browser.send({ method: endpoint.method, path, body, headers });
  const after = await readState(database);
  browser.close();
  const isMissing = answer.status === 404 && answer.body?.title?.includes?.('route');
  const isRefused = answer.body?.code === 'csrf_failed' || answer.status >= 500 || isMissing;
  return {
    changed: changedTables(before, after).length > 0,
    problems: isRefused ? [`${id} answered ${answer.status} ${answer.text.slice(0, 100)}`] : [],
  };
}
