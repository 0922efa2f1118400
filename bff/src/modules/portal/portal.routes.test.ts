import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { languages } from '@portal/contract/language';
import { signatureAlgorithm } from '@portal/contract/signed-composition';
import { type FastifyInstance, fastify } from 'fastify';
import { portalRoutes } from './portal.routes.ts';

const integrity = `sha384-${'A'.repeat(64)}`;
const titles = Object.fromEntries(languages.map((language) => [language, 'A']));
const area = {
  id: 'a',
  contract: 1,
  base_path: '/a',
  order: 1,
  title: 'a',
  pages: [{ id: 'list', path: 'list', title: 'a', aliases: ['/list'] }],
  namespaces: ['aList'],
  titles: { a: titles },
};
const placed = { commit: null, manifest: integrity, shared: 'abcd1234' };
const file = { size: 4, integrity };
const composition = {
  format: 1,
  number: 3,
  created: '2026-11-21T08:00:00Z',
  host: {
    ...placed,
    version: '0.1.0',
    base: '/host/0.1.0/',
    scripts: ['main.js'],
    styles: ['main.css'],
    frame: [],
    files: { 'main.js': file, 'main.css': file },
  },
  areas: [
    {
      area,
      active: {
        ...placed,
        version: '0.2.0',
        base: '/remotes/a/0.2.0/',
        entry: 'entry.js',
        unique_name: 'a',
        pages: {},
        files: { 'entry.js': file },
      },
      previous: null,
      canary: null,
    },
  ],
};
const template =
  '<html lang="{{language}}"><style>p{}</style><title>{{brand}}</title><script type="application/json" id="portal-config">{{config}}</script><script>start()</script>{{assets}}</html>';

let folder = '';
let app: FastifyInstance;

let keys: Awaited<ReturnType<typeof generateKeys>>;
let publicKey = '';

beforeAll(async () => {
  keys = await generateKeys();
  publicKey = Buffer.from(await crypto.subtle.exportKey('spki', keys.publicKey)).toString('base64');
});

function generateKeys() {
  return crypto.subtle.generateKey(signatureAlgorithm, true, ['sign', 'verify']);
}

async function publish(content: object): Promise<void> {
  const payload = JSON.stringify(content);
  const signature = await crypto.subtle.sign(signatureAlgorithm, keys.privateKey, Buffer.from(payload));
  const signed = { payload, signature: Buffer.from(signature).toString('base64'), key_id: '0'.repeat(16) };
  write('composition.json', JSON.stringify(signed));
}

function write(file: string, content: string): void {
  mkdirSync(path.dirname(path.join(folder, file)), { recursive: true });
  writeFileSync(path.join(folder, file), content);
}

beforeEach(async () => {
  folder = mkdtempSync(path.join(tmpdir(), 'portal-pages-'));
  await publish(composition);
  write('host/0.1.0/index.html', template);
  write('host/0.1.0/locales/de/common.json', '{"owner":"host"}');
  write('remotes/a/0.2.0/entry.js', 'entry');
  write('remotes/a/0.2.0/locales/de/aList.json', '{"owner":"a"}');
  app = fastify();
  await app.register(portalRoutes, {
    portalFolder: folder,
    config: {
      brand: '<Dalat>',
      instance: 'dalat',
      environment: 'test',
      bff_base_address: '/',
      account_base_address: '/',
      logout_address: '/login',
      default_language: 'en',
      bot_check: { provider: 'none', site_key: null },
      signature_public_key: publicKey,
    },
  });
});
afterEach(async () => {
  await app.close();
  rmSync(folder, { recursive: true, force: true });
});

test.each(['/', '/welcome', '/a', '/a/list', '/a/list/', '/list'])(
  'answers %s with the HTML',
  async (url) => {
    const response = await app.inject(url);
    expect(response.statusCode).toBe(200);
    expect(response.headers['content-type']).toContain('text/html');
    expect(response.headers['cache-control']).toBe('no-cache');
  },
);

test('answers an unknown page with 404, and still with the portal', async () => {
  const response = await app.inject('/nowhere');
  expect(response.statusCode).toBe(404);
  expect(response.headers['content-type']).toContain('text/html');
});

test.each([
  '/remotes/a/0.2.0/none.js',
  '/host/0.1.0/none.css',
  '/profile/none.css',
  '/a/list.json',
  '/v1/none',
  '/locales/de/none.json',
  '/locales/xx/common.json',
  '/locales/de/..%2f..%2fcomposition.json',
])('never answers %s with HTML', async (url) => {
  const response = await app.inject(url);
  expect(response.statusCode).toBe(404);
  expect(response.headers['content-type']).not.toContain('text/html');
});

test('lets releases be cached for ever and the composition not at all', async () => {
  const entry = await app.inject('/remotes/a/0.2.0/entry.js');
  expect(entry.body).toBe('entry');
  expect(entry.headers['cache-control']).toContain('immutable');
  const live = await app.inject('/composition.json');
  expect(live.headers['cache-control']).toBe('no-cache');
  expect(JSON.parse(live.json().payload).number).toBe(3);
});

test.each([
  ['common', 'host'],
  ['aList', 'a'],
])('reads the namespace %s from the release of its owner', async (namespace, owner) => {
  expect((await app.inject(`/locales/de/${namespace}.json`)).json()).toEqual({ owner });
});

test.each([
  ['/login', {}, 'en'],
  ['/login', { language: 'de' }, 'de'],
  ['/login?language=ru', { language: 'de' }, 'ru'],
  ['/login?language=xx', { language: 'pt-BR' }, 'pt'],
])('states the language of %s with cookies %j: %s', async (url, cookies, language) => {
  expect((await app.inject({ url, cookies })).body).toContain(`<html lang="${language}">`);
});

test('lets the inlined script and style run by their hashes and no other', async () => {
  const { headers, body } = await app.inject('/');
  const policy = String(headers['content-security-policy']);
  expect(policy).toMatch(/script-src 'self' 'sha256-[^']+';/);
  expect(policy).not.toContain('unsafe');
  expect(body).toContain(
    `<script defer src="/host/0.1.0/main.js" crossorigin="anonymous" integrity="${integrity}">`,
  );
});

test('writes configuration into the HTML so that it cannot end its element', async () => {
  const { body } = await app.inject('/');
  expect(body).toContain('\\u003cDalat>');
  expect(body).toContain('<title>&lt;Dalat></title>');
});

async function liveNumber(): Promise<number> {
  return JSON.parse((await app.inject('/composition.json')).json().payload).number;
}

test('follows a new composition at once', async () => {
  await publish({ ...composition, number: 4 });
  expect(await liveNumber()).toBe(4);
});

test.each<[string, () => Promise<void> | void]>([
  ['not signed', () => write('composition.json', JSON.stringify({ ...composition, number: 5 }))],
  ['cut off', () => write('composition.json', '{"payload": "{')],
  ['older than the live one', () => publish({ ...composition, number: 2 })],
  [
    'without a hash for what it runs',
    () => publish({ ...composition, number: 5, host: { ...composition.host, files: {} } }),
  ],
])('keeps the last good composition when the next is %s', async (_what, replace) => {
  expect(await liveNumber()).toBe(3);
  await replace();
  expect(await liveNumber()).toBe(3);
});

describe('the screens drawn ahead', () => {
  const auth = {
    previous: null,
    canary: null,
    area: {
      ...area,
      id: 'auth',
      base_path: '/',
      access: 'anonymous',
      pages: [{ id: 'login', path: 'login', title: 'a' }],
    },
    active: { ...composition.areas[0]?.active, base: '/remotes/auth/1.0.0/' },
  };
  const withScreen = async (change: object = {}) => {
    write('host/0.1.0/index.html', template.replace('</html>', '{{prerendered}}</html>'));
    write('host/0.1.0/prerendered/frame.de.html', '<p>{{brand}}</p><main>{{screen}}</main>');
    write('remotes/auth/1.0.0/prerendered/login.de.html', '<h1>Anmelden</h1><script>evil()</script>');
    await publish({ ...composition, areas: [{ ...auth, active: { ...auth.active, ...change } }] });
  };
  const drawn = '<div id="prerendered"><p>&lt;Dalat></p><main><div id="drawn-screen"><h1>Anmelden</h1>';

  test('stand in the HTML, in its language, inside the frame of the host', async () => {
    await withScreen();
    expect((await app.inject('/login?language=de')).body).toContain(drawn);
  });

  test.each([
    '/login?language=fr',
    '/login?language=de&return_to=%2Fa',
    '/welcome?language=de',
    '/a?language=de',
  ])('do not stand in %s', async (url) => {
    await withScreen();
    expect((await app.inject(url)).body).not.toContain('id="prerendered"');
  });

  test('are left out beside a host of other shared packages', async () => {
    await withScreen({ shared: 'ffff0000' });
    expect((await app.inject('/login?language=de')).body).not.toContain('id="prerendered"');
  });

  test('may not bring a script along', async () => {
    await withScreen();
    const { headers } = await app.inject('/login?language=de');
    expect(String(headers['content-security-policy']).match(/'sha256-/g)).toHaveLength(2);
  });
});
