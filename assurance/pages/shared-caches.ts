// Tries to make a shared cache store data of one customer, or a response that an attacker has influenced.

import type { OutgoingHttpHeaders } from 'node:http';
import { type LocalServer, startLocalServer } from '@portal/testbed/proxy/local-server';
import { withPortal } from '../harness/portal.ts';
import { cookieHeader, type RawResponse, rawRequest } from '../harness/raw-request.ts';
import { type CheckCase, reportCases } from '../harness/report.ts';

/** Addresses that look like files beside pages and data of the account. */
const deceptive = [
  '/profile/x.css',
  '/profile.css',
  '/profile/none.js',
  '/profile%2fx.css',
  '/profile;x.css',
  '/profile/..%2fx.js',
  '/profile%00.css',
  '/profile%23.png',
  '/profile%3f.js',
  '/welcome/avatar.png',
  '/finances/payments/x.json',
  '/finances/payments.ico',
  '/assets/none.js',
  '/host/none/main.js',
  '/remotes/finances/9.9.9/remote-entry.js',
  '/v1/accounts/profile/x.css',
  '/v1/accounts/profile.css',
  '/v1/accounts/profile%2fx.css',
  '/v1/accounts/profile;x.css',
  '/v1/accounts/profile%3fx.js',
  '/v1/services/all/x.png',
  '/v1//accounts/profile',
  '//v1/accounts/profile.js',
  '/locales/en/common.css',
  '/composition.json/x.css',
];

const evil = 'evil.example';
/** Headers from which some servers build addresses and pages. */
const poisons: Record<string, string> = {
  host: evil,
  'x-forwarded-host': evil,
  forwarded: `host=${evil};proto=http`,
  'x-host': evil,
  'x-forwarded-server': evil,
  'x-original-url': `/${evil}`,
  'x-rewrite-url': `/${evil}`,
  'x-forwarded-proto': evil,
  'x-forwarded-prefix': `/${evil}`,
  'x-http-method-override': 'POST',
  cookie: `language=${evil}; theme=${evil}`,
  'accept-language': evil,
};
const poisonable = ['/', '/login', '/welcome', '/composition.json', '/locales/en/common.json', '/healthz'];

const paths = ['/v1/accounts/profile', '/v1/services/all', '/v1/finances/payments'];
/** Pages whose HTML contains data when a browser opens them. */
const pages = ['/profile', '/welcome', '/voicing/cdr'];

await withPortal(async ({ url, state }) => {
  const headers = { cookie: cookieHeader(state), 'x-requested-with': 'portal' };
  const cases: CheckCase[] = [];
  for (const path of deceptive) cases.push(await deceive(url, path, headers));
  for (const path of paths) cases.push(await readPolicy(url, path, headers));
  const opening = { ...headers, 'sec-fetch-dest': 'document' };
  for (const path of pages) {
    cases.push(await deceive(url, path, opening));
    cases.push(await readPolicy(url, path, opening));
  }
  for (const name of Object.keys(poisons)) {
    for (const path of poisonable) cases.push(await poison(url, path, name));
  }
  reportCases('shared-caches', cases);
});

/**
 * A careless shared cache: it stores every response to GET that does not forbid it, by path alone, for any cookies and
 * headers.
 */
function startCache(target: string): Promise<LocalServer> {
  const cache = new Map<string, RawResponse>();
  return startLocalServer(async ({ url: path = '/', method = 'GET', headers }, response) => {
    const known = method === 'GET' ? cache.get(path) : undefined;
    const stored = known ?? (await rawRequest(target, { path, method, headers }));
    const policy = String(stored.headers['cache-control'] ?? '');
    if (method === 'GET' && !/no-store|no-cache|private/.test(policy)) cache.set(path, stored);
    const { 'transfer-encoding': _, ...sent } = stored.headers;
    response.writeHead(stored.status, { ...sent, 'x-cache': known === undefined ? 'miss' : 'hit' });
    response.end(stored.bytes);
  });
}

/** A customer opens the address, then an attacker requests it from the cache. */
async function deceive(url: string, path: string, headers: OutgoingHttpHeaders): Promise<CheckCase> {
  // Each case has a cache of its own.
  await using cache = await startCache(url);
  const first = await rawRequest(cache.url, { path, headers });
  const second = await rawRequest(cache.url, { path });
  const problems: string[] = [];
  if (first.status === 200 && /\.[a-z0-9]+$/i.test(path))
    problems.push('the address of a missing file returns 200');
  if (second.text.includes('demo@dalat.example')) problems.push('the cache served data of the customer');
  if (second.headers['x-cache'] === 'hit' && second.status >= 400)
    problems.push('an error response was stored');
  return { name: `deception ${path} → ${first.status}`, problems };
}

async function readPolicy(url: string, path: string, headers: OutgoingHttpHeaders): Promise<CheckCase> {
  const response = await rawRequest(url, { path, headers });
  const policy = String(response.headers['cache-control']);
  const isPrivate = response.status === 200 && policy.includes('no-store');
  return { name: `no-store ${path}`, problems: isPrivate ? [] : [`${response.status} ${policy}`] };
}

/** An attacker sends the header, then a visitor requests the address from the cache. */
async function poison(url: string, path: string, name: string): Promise<CheckCase> {
  await using cache = await startCache(url);
  const clean = await rawRequest(url, { path });
  const poisoned = await rawRequest(cache.url, { path, headers: { [name]: poisons[name] } });
  const victim = await rawRequest(cache.url, { path });
  const problems: string[] = [];
  if ((poisoned.text + JSON.stringify(poisoned.headers)).includes(evil))
    problems.push('the response repeats the header');
  const isStored = victim.headers['x-cache'] === 'hit';
  if (isStored && victim.status !== clean.status) problems.push(`the next visitor gets ${victim.status}`);
  if (isStored && victim.text !== clean.text) problems.push('the next visitor gets a different response');
  return { name: `poisoning ${path} by ${name} → ${poisoned.status}`, problems };
}
