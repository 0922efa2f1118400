// S10: every call that changes something, made as other sites can make it, by itself and from a browser; nothing changes.
import { type BarCase, reportBar } from '../measure/bar.ts';
import { type BarBff, withBff } from '../measure/bar-bff.ts';
import { type BffAnswer, BffClient, type BffRequest } from '../measure/bff-client.ts';
import { addCustomer, addService, type BffCustomer } from '../measure/bff-customer.ts';
import { type Attack, withAttackPages } from '../measure/cross-site-pages.ts';
import { changedTables, readState, untilQuiet } from '../measure/database-state.ts';
import { callTable, type LiveRequest, mutatingRequests } from '../measure/live-requests.ts';

const reading = new Set<string>(
  callTable.filter(([, { method }]) => method === 'GET').map(([, { path }]) => path),
);

interface Variant {
  name: string;
  /** The request as another site, or somebody in between, would make it. */
  forge: (request: LiveRequest, url: URL) => BffRequest;
}

const fetchMetadata = (site: string) => ({ 'sec-fetch-site': site, 'sec-fetch-mode': 'cors' });
const fromOrigin =
  (origin: string, more: object = {}): Variant['forge'] =>
  ({ call, path, body }) => ({
    method: call.method,
    path,
    body: body ?? {},
    headers: { origin, ...more },
  });
const formOf = ({ body = {} }: LiveRequest) =>
  new URLSearchParams(Object.entries(body).map(([name, value]) => [name, String(value)])).toString();

const variants: readonly Variant[] = [
  {
    name: 'form of another site',
    forge: (request) => ({
      method: 'POST',
      path: request.path,
      body: formOf(request),
      isForeign: true,
      headers: {
        origin: 'https://evil.example',
        'content-type': 'application/x-www-form-urlencoded',
        ...fetchMetadata('cross-site'),
      },
    }),
  },
  {
    name: 'JSON as text/plain',
    forge: ({ path, body }) => ({
      method: 'POST',
      path,
      body: body ?? {},
      isForeign: true,
      headers: { origin: 'https://evil.example', 'content-type': 'text/plain' },
    }),
  },
  {
    name: 'JSON as text/plain by an old browser, which sends no Origin',
    forge: ({ path, body }) => ({
      method: 'POST',
      path,
      body: body ?? {},
      isForeign: true,
      headers: { 'content-type': 'text/plain' },
    }),
  },
  {
    name: "no Origin and not the portal's header",
    forge: ({ call, path, body }) => ({ method: call.method, path, body: body ?? {}, isForeign: true }),
  },
  { name: 'Origin null', forge: fromOrigin('null') },
  {
    name: 'sibling subdomain',
    forge: (request, url) => fromOrigin(`http://evil.${url.host}`)(request, url),
  },
  {
    name: 'parent in the name',
    forge: (request, url) => fromOrigin(`http://${url.host}.evil.example`)(request, url),
  },
  {
    name: 'another port of the host',
    forge: (request, url) => fromOrigin(`http://${url.hostname}:1`)(request, url),
  },
  {
    name: 'Fetch-Metadata: cross-site',
    forge: (request, url) => fromOrigin(url.origin, fetchMetadata('cross-site'))(request, url),
  },
  {
    name: 'Fetch-Metadata: same-site',
    forge: (request, url) => fromOrigin(url.origin, fetchMetadata('same-site'))(request, url),
  },
  {
    name: 'GET with the body in the address',
    forge: (request) => ({
      path: `${request.path}?${formOf(request)}&_method=${request.call.method}`,
      isForeign: true,
    }),
  },
  {
    name: 'X-HTTP-Method-Override',
    forge: ({ call, path, body }) => ({
      method: 'POST',
      path: `${path}?_method=${call.method}`,
      body: body ?? {},
      isForeign: true,
      headers: {
        'x-http-method-override': call.method,
        'x-method-override': call.method,
        'content-type': 'text/plain',
      },
    }),
  },
];

await withBff(
  async (bff) => {
    const victim = await addCustomer(bff.url);
    const attacker = await addCustomer(bff.url);
    const values = await liveValues(bff, victim, attacker);
    const requests = mutatingRequests(values);
    await untilQuiet(bff.database);
    const cases: BarCase[] = [];
    for (const request of requests)
      for (const variant of variants) cases.push(await tryVariant(bff, victim.client, request, variant));
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
    reportBar({ id: 'S10', title: 'forged requests that changed nothing' }, cases, [
      `${requests.length} calls that change something, by ${variants.length} ways beside a browser's; target at least 84 cases`,
      `made by the portal's own page ${effective} of the ${requests.length} requests change rows, all but ${idle.join(', ')}`,
    ]);
  },
  { RATE_LIMIT_FACTOR: '1000' },
);

/** True values for the requests; logging in is with the attacker's account, into which a victim must not get. */
async function liveValues({ url }: BarBff, victim: BffCustomer, attacker: BffCustomer) {
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

async function tryVariant(
  { url, database }: BarBff,
  { cookies }: BffClient,
  request: LiveRequest,
  { name, forge }: Variant,
): Promise<BarCase> {
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
  // A call that reads may stand at the same address.
  const isRead = reading.has(path);
  return [
    ...(status < 400 && !isRead ? ['it was done'] : []),
    ...(status >= 500 ? ['it broke the server'] : []),
    ...(headers['set-cookie'] === undefined ? [] : ['a cookie came back']),
    ...(headers['access-control-allow-origin'] === undefined ? [] : ['another origin may read it']),
  ];
}

async function tryAttack({ database }: BarBff, { name, run }: Attack): Promise<BarCase> {
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
  { url, database }: BarBff,
  victim: BffCustomer,
  { id, call, path, body }: LiveRequest,
) {
  const browser = new BffClient(url, victim.client.cookies);
  // Some of the calls end the session in which they are made.
  const { email, password } = victim;
  await browser.post('/v1/users/login', { email, password });
  const before = await readState(database);
  const headers = { origin: new URL(url).origin, ...fetchMetadata('same-origin') };
  const answer = await browser.send({ method: call.method, path, body, headers });
  const after = await readState(database);
  browser.close();
  const isMissing = answer.status === 404 && answer.body?.title?.includes?.('route');
  const isRefused = answer.body?.code === 'csrf_failed' || answer.status >= 500 || isMissing;
  return {
    changed: changedTables(before, after).length > 0,
    problems: isRefused ? [`${id} answered ${answer.status} ${answer.text.slice(0, 100)}`] : [],
  };
}
