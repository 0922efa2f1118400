// A shared cache is talked into keeping what is one customer's, or into giving everybody what a stranger wrote.

import { withPortal } from '../harness/portal.ts';
import { cookieHeader, rawRequest } from '../harness/raw-request.ts';
import { type CheckCase, reportCases } from '../harness/report.ts';
import { startCachingProxy } from './caching-proxy.ts';

/** Addresses that look like files beside pages and calls of the account. */
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
/** Headers that some servers build addresses and pages from. */
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

/** A signed-in customer is sent to the address, and a stranger asks for it after that. */
async function deceive(url: string, path: string, cookie: string): Promise<CheckCase> {
  // Each case has a cache of its own: none profits from what another left there.
  const cache = await startCachingProxy(url);
  const first = await rawRequest(cache.url, { path, headers: { cookie, 'x-requested-with': 'portal' } });
  const second = await rawRequest(cache.url, { path });
  await cache.stop();
  const problems: string[] = [];
  if (first.status === 200 && /\.[a-z0-9]+$/i.test(path)) problems.push('something answers where no file is');
  if (second.body.includes('demo@dalat.example')) problems.push("THE FIRST CUSTOMER'S DATA WAS KEPT");
  if (second.headers['x-cache'] === 'hit' && second.status >= 400) problems.push('a refusal was kept');
  return { name: `deception ${path} → ${first.status}`, problems };
}

async function readPolicy(url: string, path: string, cookie: string): Promise<CheckCase> {
  const answer = await rawRequest(url, { path, headers: { cookie, 'x-requested-with': 'portal' } });
  const policy = String(answer.headers['cache-control']);
  const problems = answer.status === 200 && policy.includes('no-store') ? [] : [`${answer.status} ${policy}`];
  return { name: `no-store ${path}`, problems };
}

interface Poison {
  name: string;
  headers: Record<string, string>;
}

/** A stranger asks with the headers, and the next visitor without them. */
async function poison(url: string, path: string, { name, headers }: Poison): Promise<CheckCase> {
  const cache = await startCachingProxy(url);
  const clean = await rawRequest(url, { path });
  const poisoned = await rawRequest(cache.url, { path, headers });
  const victim = await rawRequest(cache.url, { path });
  await cache.stop();
  const problems: string[] = [];
  if ((poisoned.body + JSON.stringify(poisoned.headers)).includes(evil))
    problems.push('the answer repeats the header');
  const isKept = victim.headers['x-cache'] === 'hit';
  if (isKept && victim.status !== clean.status) problems.push(`the next visitor gets ${victim.status}`);
  if (isKept && victim.body !== clean.body) problems.push('the next visitor gets another answer');
  return { name: `poisoning ${path} by ${name} → ${poisoned.status}`, problems };
}
