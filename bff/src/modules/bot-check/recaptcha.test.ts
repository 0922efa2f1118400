import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { createPortalFolder } from '@portal/federation-server/testing/portal-folder.fixtures';
import { testPortal } from '../../testing/test-portal.ts';

interface Answer {
  status?: number;
  body?: object | string;
  /** Accepts the connection but never responds. */
  isSilent?: boolean;
}

const good = { success: true, hostname: 'localhost' };
const refusedFor = (...codes: string[]) => ({ body: { success: false, 'error-codes': codes } });

/** The fake Google's verdict on a token; a valid token passes once. */
const answers: Record<string, Answer> = {
  good: { body: good },
  elsewhere: { body: { ...good, hostname: 'shop.example' } },
  nameless: { body: { success: true } },
  invalid: refusedFor('invalid-input-response'),
  late: refusedFor('timeout-or-duplicate'),
  'wrong-secret': refusedFor('invalid-input-secret'),
  wordless: { body: { success: false } },
  broken: { status: 500, body: 'oh' },
  page: { body: '<html>' },
  moved: { status: 302 },
  silent: { isSilent: true },
};
const asked: URLSearchParams[] = [];

const google = createServer(async (request, response) => {
  let text = '';
  for await (const chunk of request) text += String(chunk);
  const form = new URLSearchParams(text);
  asked.push(form);
  const [name = ''] = (form.get('response') ?? '').split(':');
  const { status = 200, body = '', isSilent = false } = answers[name] ?? {};
  if (isSilent) return;
  response.writeHead(status, { location: '/other' });
  response.end(typeof body === 'string' ? body : JSON.stringify(body));
});

const folder = createPortalFolder();
const secret = 'secret-of-the-portal';
const portal = testPortal({
  PORTAL_DIR: folder.path,
  COMPOSITION_PUBLIC_KEY: folder.config.signature_public_key,
  BOT_CHECK: 'recaptcha',
  RECAPTCHA_SITE_KEY: 'site-key-of-the-portal',
  RECAPTCHA_SECRET: secret,
});

beforeAll(async () => {
  const { promise, resolve } = Promise.withResolvers<void>();
  google.listen(0, '127.0.0.1', resolve);
  await promise;
  // The port is known only after listening.
  const { port } = google.address() as AddressInfo;
  portal.config.RECAPTCHA_URL = `http://127.0.0.1:${port}/siteverify`;
});
afterAll(() => {
  folder.remove();
  google.closeAllConnections();
  google.close();
});

const ask = (captcha_token?: string) =>
  portal.visitor().post('/v1/users/password:restore', { email: 'ann@example.com', captcha_token });

test('verifies the token with Google and accepts it once', async () => {
  expect((await ask('good:1')).status).toBe(202);
  expect(Object.fromEntries(asked.at(-1) ?? [])).toEqual({
    secret,
    response: 'good:1',
    remoteip: '127.0.0.1',
  });
  // The token is refused even if Google accepts it again.
  expect(await ask('good:1')).toMatchObject({ status: 403, body: { code: 'captcha_failed' } });
});

test('sends no request without a token', async () => {
  const before = asked.length;
  expect(await ask()).toMatchObject({ status: 403, body: { code: 'captcha_required' } });
  expect(asked).toHaveLength(before);
});

test.each(['invalid', 'late', 'elsewhere', 'nameless'])('refuses a token that is %s', async (token) => {
  expect(await ask(token)).toMatchObject({ status: 403, body: { code: 'captcha_failed' } });
});

test.each(['wrong-secret', 'wordless', 'broken', 'page', 'moved', 'silent'])(
  'refuses when Google gives no verdict: %s',
  async (token) => {
    const result = await ask(token);
    expect(result).toMatchObject({ status: 503, body: { code: 'captcha_unavailable' } });
    expect(result.headers['retry-after']).toBe('30');
    expect(JSON.stringify(result)).not.toContain(secret);
  },
);

test('returns no challenge', async () => {
  expect((await portal.visitor().get('/v1/bot-check/challenge')).status).toBe(503);
});

test('gives pages the provider and its public key only, and allows scripts of its folders only', async () => {
  const { body, headers } = await portal.visitor().get('/a/list');
  const policy = String(headers['content-security-policy']).split('; ');
  const directive = (name: string) => policy.find((each) => each.startsWith(`${name} `));
  expect(directive('script-src')).toMatch(
    / https:\/\/www\.google\.com\/recaptcha\/ https:\/\/www\.gstatic\.com\/recaptcha\/$/,
  );
  expect(directive('frame-src')).toBe(
    'frame-src https://www.google.com/recaptcha/ https://recaptcha.google.com/recaptcha/',
  );
  expect(directive('connect-src')).toMatch(/^connect-src 'self'.* https:\/\/www\.google\.com\/recaptcha\/$/);
  expect(directive('style-src-attr')).toBe("style-src-attr 'unsafe-inline'");
  expect(body).toContain('"bot_check":{"provider":"recaptcha","site_key":"site-key-of-the-portal"}');
  expect(body).not.toContain(secret);
});
