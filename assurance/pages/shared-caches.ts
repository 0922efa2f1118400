// Tries to make a shared cache store data of one customer, or a response that an attacker has influenced.

import { withPortal } from '../harness/portal.ts';
import { cookieHeader, rawRequest } from '../harness/raw-request.ts';
import { type CheckCase, reportCases } from '../harness/report.ts';
import { startCachingProxy } from './caching-proxy.ts';

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
const poisons: Record<string, Record<string, string>> = {
  host: { host: evil },
  'x-forwarded-host': { 'x-forwarded-host': evil },
  forwarded: { forwarded: `host=${evil};proto=http` },
  'x-host': { 'x-host': evil },
  'x-forwarded-server': { 'x-forwarded-server': evil },
  'x-original-url': { 'x-original-url': `/${evil}` },
  'x-rewrite-url': { 'x-rewrite-url': `/${evil}` },
  'x-forwarded-proto': { 'x-forwarded-proto': evil },
  'x-forwarded-prefix': { 'x-forwarded-prefix': `/${evil}` },
  'x-http-method-override': { 'x-http-method-override': 'POST' },
  cookie: { cookie: `language=${evil}; theme=${evil}` },
  'accept-language': { 'accept-language': evil },
};
const poisonable = ['/', '/login', '/welcome', '/composition.json', '/locales/en/common.json', '/healthz'];

const paths = ['/v1/accounts/profile', '/v1/services/all', '/v1/finances/payments'];

await withPortal(async ({ url, state }) => {
  const cookie = cookieHeader(state);
  const cases: CheckCase[] = [];
  for (const path of deceptive) cases.push(await deceive(url, path, cookie));
  for (const path of paths) cases.push(await readPolicy(url, path, cookie));
  for (const [name, headers] of Object.entries(poisons)) {
    for (const path of poisonable) cases.push(await poison(url, path, { name, headers }));
  }
  reportCases('shared-caches', cases);
});

/** A customer opens the address, then an attacker requests it from the cache. */
async function deceive(url: string, path: string, cookie: string): Promise<CheckCase> {
  // Each case has a cache of its own.
  const cache = await startCachingProxy(url);
  const first = await rawRequest(cache.url, { path, headers: { cookie, 'x-requested-with': 'portal' } });
  const second = await rawRequest(cache.url, { path });
  await cache.stop();
  const problems: string[] = [];
  if (first.status === 200 && /\.[a-z0-9]+$/i.test(path))
    problems.push('the address of a missing file returns 200');
  if (second.body.includes('demo@dalat.example')) problems.push('the cache served data of the customer');
  if (second.headers['x-cache'] === 'hit' && second.status >= 400)
    problems.push('an error response was stored');
  return { name: `deception ${path} → ${first.status}`, problems };
}

async function readPolicy(url: string, path: string, cookie: string): Promise<CheckCase> {
  const response = await rawRequest(url, { path, headers: { cookie, 'x-requested-with': 'portal' } });
  const policy = String(response.headers['cache-control']);
  const problems =
    response.status === 200 && policy.includes('no-store') ? [] : [`${response.status} ${policy}`];
  return { name: `no-store ${path}`, problems };
}

interface Poison {
  name: string;
  headers: Record<string, string>;
}

/** An attacker sends the headers, then a visitor requests the address from the cache. */
async function poison(url: string, path: string, { name, headers }: Poison): Promise<CheckCase> {
  const cache = await startCachingProxy(url);
  const clean = await rawRequest(url, { path });
  const poisoned = await rawRequest(cache.url, { path, headers });
  const victim = await rawRequest(cache.url, { path });
  await cache.stop();
  const problems: string[] = [];
  if ((poisoned.body + JSON.stringify(poisoned.headers)).includes(evil))
    problems.push('the response repeats the header');
  const isStored = victim.headers['x-cache'] === 'hit';
  if (isStored && victim.status !== clean.status) problems.push(`the next visitor gets ${victim.status}`);
  if (isStored && victim.body !== clean.body) problems.push('the next visitor gets a different response');
  return { name: `poisoning ${path} by ${name} → ${poisoned.status}`, problems };
}
