// Reads the security headers of every class of route of a production portal, error responses included.

import type { IncomingHttpHeaders } from 'node:http';
import { pagePath } from '@portal/federation-contract/area';
import type { Composition } from '@portal/federation-contract/composition';
import { withPortal } from '../harness/portal.ts';
import { cookieHeader, rawRequest } from '../harness/raw-request.ts';
import { type CheckCase, reportCases } from '../harness/report.ts';

interface Expected {
  header: string;
  holds: (value: string) => boolean;
  wanted: string;
}

const onEveryResponse: readonly Expected[] = [
  {
    header: 'strict-transport-security',
    holds: (value) =>
      Number(/max-age=(\d+)/.exec(value)?.[1]) >= 31_536_000 && /includeSubDomains/i.test(value),
    wanted: 'at least a year, with subdomains',
  },
  { header: 'x-content-type-options', holds: (value) => value === 'nosniff', wanted: 'nosniff' },
  { header: 'cross-origin-opener-policy', holds: (value) => value === 'same-origin', wanted: 'same-origin' },
  {
    header: 'cross-origin-resource-policy',
    holds: (value) => value === 'same-origin',
    wanted: 'same-origin',
  },
  {
    header: 'referrer-policy',
    holds: (value) => /^(?:no-referrer|strict-origin|same-origin)/.test(value),
    wanted: 'no-referrer or stricter than the default',
  },
  { header: 'permissions-policy', holds: (value) => value.includes('camera=()'), wanted: 'nothing allowed' },
  {
    header: 'content-security-policy',
    holds: (value) =>
      value.includes("frame-ancestors 'none'") &&
      value.includes("default-src 'none'") &&
      !/unsafe-/.test(value),
    wanted: "default-src and frame-ancestors 'none', nothing unsafe",
  },
];

const integrityPolicy: Expected = {
  header: 'integrity-policy',
  holds: (value) => /blocked-destinations=\(script/.test(value),
  wanted: 'blocked-destinations=(script)',
};

/** What `cache-control` must be for each class of route. */
const cached = {
  page: /no-cache|no-store/,
  document: /max-age|no-cache/,
  release: /^public, max-age=31536000, immutable$/,
  text: /no-cache|immutable/,
  data: /no-store/,
  refusal: /no-store|no-cache/,
  operations: /no-store|no-cache/,
};

await withPortal(
  async ({ url, state, portal }) => {
    const cookie = cookieHeader(state);
    const cases: CheckCase[] = [];
    for (const route of routeCases(portal.live())) {
      const { method, path, isSignedIn } = route;
      const headers = isSignedIn ? { cookie, 'x-requested-with': 'portal' } : {};
      const response = await rawRequest(url, { method, path, headers });
      cases.push({
        name: `${route.kind} ${method} ${path}${isSignedIn ? ' (signed in)' : ''} → ${response.status}`,
        problems: problemsOf(route, response.status, response.headers),
      });
    }
    reportCases('security-headers', cases);
  },
  { isProduction: true },
);

function problemsOf(route: RouteCase, status: number, headers: IncomingHttpHeaders): string[] {
  const expected = route.kind === 'page' ? [...onEveryResponse, integrityPolicy] : onEveryResponse;
  const wrong = expected.filter(({ header, holds }) => !holds(String(headers[header] ?? '')));
  const cacheControl = headers['cache-control'] ?? '';
  const isRefusal = status >= 400;
  return [
    ...wrong.map(({ header, wanted }) => `${header}: ${headers[header] ?? 'missing'}, wanted ${wanted}`),
    ...(cached[isRefusal && route.kind !== 'page' ? 'refusal' : route.kind].test(cacheControl)
      ? []
      : [`cache-control: ${cacheControl || 'missing'}`]),
    ...(status === route.status ? [] : [`returned ${status}, wanted ${route.status}`]),
    ...['server', 'x-powered-by'].filter((name) => name in headers).map((name) => `${name} is sent`),
  ];
}

interface RouteCase {
  kind: keyof typeof cached;
  path: string;
  method: string;
  status: number;
  isSignedIn: boolean;
}

/** Paths of every class of route, errors included, with the expected status. */
function routeCases({ host, areas }: Composition): RouteCase[] {
  const pages = areas.flatMap(({ area }) => area.pages.map((page) => pagePath(area, page)));
  const files = areas.flatMap(({ active: { base, entry, pages: named } }) =>
    [entry, ...Object.values(named).flat().slice(0, 2)].map((file) => base + file),
  );
  const hostFiles = [...host.scripts, ...host.styles, 'icon.svg'].map((file) => host.base + file);
  const get = (kind: RouteCase['kind'], status: number, paths: string[], isSignedIn = false): RouteCase[] =>
    paths.map((path) => ({ kind, path, method: 'GET', status, isSignedIn }));
  return [
    ...get('page', 200, ['/', '/welcome', ...pages]),
    ...get('page', 404, ['/nothing', '/profile/nothing']),
    ...get('document', 200, ['/legal/dpu/2026-05.en.html']),
    ...get('release', 200, [...hostFiles, ...files]),
    ...get('text', 200, [
      '/locales/en/common.json',
      `${host.base}locales/en/common.json`,
      '/composition.json',
    ]),
    ...get('refusal', 404, [
      '/favicon.ico',
      `${host.base}none.js`,
      '/remotes/finances/9.9.9/none.js',
      '/v1/none',
    ]),
    ...get('refusal', 404, ['/dev/mail', '/profile/x.css', '/ops/release-health']),
    ...get('refusal', 400, ['/%E0%A4%A']),
    ...get('refusal', 401, ['/v1/accounts/profile', '/v1/services/all']),
    ...get('data', 200, ['/v1/accounts/profile', '/v1/services/all', '/v1/finances/payments'], true),
    ...get('data', 200, ['/v1/finances/monthly-vat-invoices'], true),
    ...get('refusal', 400, ['/v1/finances/payments?limit=x'], true),
    ...get('refusal', 404, ['/v1/finances/monthly-vat-invoices/none?format=pdf'], true),
    ...get('operations', 200, ['/healthz', '/readyz', '/openapi.json']),
    { kind: 'refusal', path: '/v1/users/login', method: 'POST', status: 403, isSignedIn: false },
    { kind: 'refusal', path: '/login', method: 'TRACE', status: 403, isSignedIn: false },
  ];
}
