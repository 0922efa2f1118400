import { connect } from 'node:net';
import { afterAll, describe, expect, test } from '@jest/globals';
import { createPortalFolder, sampleTemplate } from '@portal/federation-server/testing/portal-folder.fixtures';
import type { FastifyInstance, InjectOptions } from 'fastify';
import { sql } from '../database/sql.ts';
import { testPortal } from '../testing/test-portal.ts';

const folder = createPortalFolder();
folder.write('host/0.1.0/main.js', 'main()');
folder.write('host/0.1.0/main.js.br', 'compressed');
afterAll(() => folder.remove());

const portal = testPortal({
  PORTAL_DIR: folder.path,
  COMPOSITION_PUBLIC_KEY: folder.config.signature_public_key,
  COOKIE_SECURE: 'true',
  PUBLIC_URL: 'https://portal.example',
  OPS_TOKEN: 'x'.repeat(32),
});

const baseline = {
  'strict-transport-security': 'max-age=31536000; includeSubDomains',
  'x-content-type-options': 'nosniff',
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'referrer-policy': 'no-referrer',
  'permissions-policy': expect.stringContaining('camera=()'),
  'content-security-policy': expect.stringContaining("frame-ancestors 'none'"),
  'cache-control': expect.any(String),
};

const json = { 'content-type': 'application/json' };
const classes: [string, InjectOptions, number][] = [
  ['a page', { url: '/a/list' }, 200],
  ['a page that is asked about', { method: 'HEAD', url: '/a/list' }, 200],
  ['a page that is not there', { url: '/nowhere' }, 404],
  ['a release’s file', { url: '/host/0.1.0/main.js' }, 200],
  ['a release’s compressed file', { url: '/host/0.1.0/main.js', headers: { 'accept-encoding': 'br' } }, 200],
  ['a release’s missing file', { url: '/host/0.1.0/none.js' }, 404],
  ['a missing release', { url: '/remotes/a/9.9.9/entry.js' }, 404],
  ['a folder', { url: '/host/0.1.0/' }, 404],
  ['a way out of the folder', { url: '/host/..%2f..%2fcomposition.json' }, 404],
  ['a doubled slash', { url: '/host//0.1.0/main.js' }, 404],
  ['the composition', { url: '/composition.json' }, 200],
  ['texts', { url: '/locales/de/common.json' }, 200],
  ['missing texts', { url: '/locales/de/none.json' }, 404],
  ['an asset that is none', { url: '/assets/none.js' }, 404],
  ['a document of the law', { url: '/legal/dpu/2026-05.en.html' }, 200],
  ['the description of the calls', { url: '/openapi.json' }, 200],
  ['a probe', { url: '/healthz' }, 200],
  ['a call without a session', { url: '/v1/accounts/profile' }, 401],
  ['a call that is none', { url: '/v1/none' }, 404],
  ['a change from elsewhere', { method: 'POST', url: '/v1/users/login' }, 403],
  ['a body that is none', { method: 'POST', url: '/portal/reports', headers: json, payload: '{' }, 400],
  ['a body of another type', { method: 'POST', url: '/portal/reports', payload: 'a=b' }, 415],
  [
    'a report that is taken',
    { method: 'POST', url: '/portal/reports', payload: { reports: [report()] } },
    204,
  ],
  ['operations without a token', { url: '/ops/release-health' }, 401],
  ['a method that is not known here', { method: 'DELETE', url: '/a/list' }, 403],
  ['a question about origins', { method: 'OPTIONS', url: '/v1/users/login' }, 403],
  ['an address that cannot be read', { url: '/a/%E0%A4%A' }, 400],
];

function report() {
  const outcome = { result: 'loaded' };
  return { area: 'a', version: '0.2.0', source: 'active', composition: 3, outcome };
}

describe('security headers (S06)', () => {
  test.each(classes)('are sent with %s, without naming the server', async (_what, request, status) => {
    const { headers, statusCode } = await portal.app.inject(request);
    expect(statusCode).toBe(status);
    expect(headers).toMatchObject(baseline);
    expect(headers).not.toHaveProperty('server');
    expect(headers).not.toHaveProperty('x-powered-by');
    expect(headers).not.toHaveProperty('access-control-allow-origin');
    if (status >= 400) expect(headers['cache-control']).toBe('no-store');
  });

  test.each(['/', '/a/list', '/nowhere'])('restrict the scripts of %s to their hashes', async (url) => {
    expect((await portal.app.inject(url)).headers['integrity-policy']).toBe('blocked-destinations=(script)');
  });

  test('are sent with 304 for an unchanged file', async () => {
    const url = '/host/0.1.0/main.js';
    const { headers } = await portal.app.inject(url);
    const again = await portal.app.inject({ url, headers: { 'if-none-match': String(headers['etag']) } });
    expect(again.statusCode).toBe(304);
    expect(again.headers).toMatchObject({
      ...baseline,
      'cache-control': expect.stringContaining('immutable'),
    });
  });

  test('are sent with an unexpected failure', async () => {
    await portal.superuser.system.run(sql`alter table rate_counters rename to rate_counters_gone`);
    const { headers, statusCode, body } = await portal.app.inject({ method: 'POST', url: '/portal/reports' });
    await portal.superuser.system.run(sql`alter table rate_counters_gone rename to rate_counters`);
    expect(statusCode).toBe(500);
    expect(headers).toMatchObject(baseline);
    expect(body).not.toContain('rate_counters');
  });

  test.each([
    ['no HTTP', 'nonsense\r\n\r\n', '400'],
    [
      'a request of two lengths',
      'POST / HTTP/1.1\r\nhost: a\r\ncontent-length: 1\r\ntransfer-encoding: chunked\r\n\r\n',
      '400',
    ],
    ['a request to two hosts', 'GET / HTTP/1.1\r\nhost: a\r\nHost: b\r\nconnection: close\r\n\r\n', '400'],
    ['a request without a host', 'GET / HTTP/1.1\r\nconnection: close\r\n\r\n', '400'],
    ['headers without end', `GET / HTTP/1.1\r\nhost: a\r\nx: ${'x'.repeat(40_000)}\r\n\r\n`, '431'],
  ])('are sent in the response to %s', async (_what, sent, status) => {
    await portal.app.listen({ port: 0, host: '127.0.0.1' }).catch(() => undefined);
    const response = await exchange(portOf(portal.app), sent);
    expect(response.split(' ')[1]).toBe(status);
    const lines = response.split('\r\n').map((line) => line.split(': ', 2));
    expect(Object.fromEntries(lines)).toMatchObject(baseline);
  });
});

function portOf(app: FastifyInstance): number {
  const address = app.server.address();
  return typeof address === 'object' ? (address?.port ?? 0) : 0;
}

function exchange(port: number, sent: string): Promise<string> {
  return new Promise((resolve) => {
    let response = '';
    const socket = connect(port, '127.0.0.1', () => socket.write(sent));
    socket.on('data', (chunk) => {
      response += chunk.toString();
    });
    socket.on('error', () => undefined);
    socket.on('close', () => resolve(response));
  });
}

describe('shared caches (S16)', () => {
  test.each([
    '/a/list/x.css',
    '/a/list;x.css',
    '/a/list%2Fx.css',
    '/a/list%3Fx.css',
    '/a/list/x.css/',
    '/a/list%2ecss',
    '/profile/x.css',
    '/v1/accounts/profile/x.css',
    '/assets/none.js',
    '/remotes/a/0.2.0/entry.js/x.css',
  ])('store no page under the URL of a file: %s', async (url) => {
    const { statusCode, headers } = await portal.app.inject(url);
    expect(statusCode).toBe(404);
    expect(headers['cache-control']).toBe('no-store');
  });

  test.each([
    { host: 'evil.example' },
    { 'x-forwarded-host': 'evil.example' },
    { 'x-forwarded-proto': 'http', 'x-forwarded-port': '81' },
    { 'x-original-url': '/nowhere', 'x-rewrite-url': '/nowhere' },
    { 'x-http-method-override': 'DELETE' },
  ])('receive the same page for any %j', async (headers) => {
    const plain = await portal.app.inject('/a/list');
    const other = await portal.app.inject({ url: '/a/list', headers });
    expect(other.body).toBe(plain.body);
    expect(plain.body).not.toBe(sampleTemplate);
    expect(other.statusCode).toBe(200);
  });

  test('store nothing about a customer', async () => {
    const customer = await portal.customer();
    for (const url of ['/v1/accounts/profile', '/v1/services/all', '/v1/finances/payments'])
      expect((await customer.get(url)).headers['cache-control']).toBe('no-store');
    const { body, headers } = await customer.get('/a/list');
    expect(headers['vary']).toContain('cookie');
    for (const own of [customer.account.email, customer.account.name, customer.account.account_id])
      expect(body).not.toContain(own);
  });
});
