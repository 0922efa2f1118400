import { pagePath } from '@portal/federation-contract/area';
import type { Composition } from '@portal/federation-contract/composition';

export type RouteClass = 'page' | 'document' | 'release' | 'text' | 'data' | 'refusal' | 'operations';

export interface RouteCase {
  kind: RouteClass;
  path: string;
  method: string;
  status: number;
  isSignedIn: boolean;
}

/** An address of every class of route that the portal has, errors included, with the status that it answers. */
export function routeCases({ host, areas }: Composition): RouteCase[] {
  const pages = areas.flatMap(({ area }) => area.pages.map((page) => pagePath(area, page)));
  const files = areas.flatMap(({ active: { base, entry, pages: named } }) => [
    base + entry,
    ...Object.values(named)
      .flat()
      .slice(0, 2)
      .map((file) => base + file),
  ]);
  const get = (kind: RouteClass, status: number, paths: readonly string[], isSignedIn = false): RouteCase[] =>
    paths.map((path) => ({ kind, path, method: 'GET', status, isSignedIn }));
  return [
    ...get('page', 200, ['/', '/welcome', ...pages]),
    ...get('page', 404, ['/nothing', '/profile/nothing']),
    ...get('document', 200, ['/legal/dpu/2026-05.en.html']),
    ...get(
      'release',
      200,
      [...host.scripts, ...host.styles, 'icon.svg'].map((file) => host.base + file),
    ),
    ...get('release', 200, files),
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
