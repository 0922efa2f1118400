import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { languages } from '@portal/contract/language';
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
const composition = {
  number: 3,
  created: '2026-11-21T08:00:00Z',
  host: {
    version: '0.1.0',
    shared: 'abcd1234',
    base: '/host/0.1.0/',
    scripts: ['main.js'],
    styles: ['main.css'],
    frame: [],
    files: { 'main.js': { size: 4, integrity }, 'main.css': { size: 4, integrity } },
  },
  areas: [
    {
      area,
      version: '0.2.0',
      shared: 'abcd1234',
      base: '/remotes/a/0.2.0/',
      entry: 'entry.js',
      unique_name: 'a',
      pages: {},
      files: {},
    },
  ],
};
const template =
  '<html lang="{{language}}"><style>p{}</style><title>{{brand}}</title><script type="application/json" id="portal-config">{{config}}</script><script>start()</script>{{assets}}</html>';

let folder = '';
let app: FastifyInstance;

function write(file: string, content: string): void {
  mkdirSync(path.dirname(path.join(folder, file)), { recursive: true });
  writeFileSync(path.join(folder, file), content);
}

beforeEach(async () => {
  folder = mkdtempSync(path.join(tmpdir(), 'portal-pages-'));
  write('composition.json', JSON.stringify(composition));
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
      signature_public_key: null,
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
  expect(live.json().number).toBe(3);
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

test('follows a new composition at once and keeps the last good one when it is faulty', async () => {
  write('composition.json', JSON.stringify({ ...composition, number: 4 }));
  expect((await app.inject('/composition.json')).json().number).toBe(4);
  write('composition.json', '{"number": 5}');
  expect((await app.inject('/composition.json')).json().number).toBe(4);
});

describe('the screens drawn ahead', () => {
  const auth = {
    ...composition.areas[0],
    area: {
      ...area,
      id: 'auth',
      base_path: '/',
      access: 'anonymous',
      pages: [{ id: 'login', path: 'login', title: 'a' }],
    },
    base: '/remotes/auth/1.0.0/',
  };
  const withScreen = (change: object = {}) => {
    write('host/0.1.0/index.html', template.replace('</html>', '{{prerendered}}</html>'));
    write('host/0.1.0/prerendered/frame.de.html', '<p>{{brand}}</p><main>{{screen}}</main>');
    write('remotes/auth/1.0.0/prerendered/login.de.html', '<h1>Anmelden</h1><script>evil()</script>');
    write('composition.json', JSON.stringify({ ...composition, areas: [{ ...auth, ...change }] }));
  };
  const drawn = '<div id="prerendered"><p>&lt;Dalat></p><main><div id="drawn-screen"><h1>Anmelden</h1>';

  test('stand in the HTML, in its language, inside the frame of the host', async () => {
    withScreen();
    expect((await app.inject('/login?language=de')).body).toContain(drawn);
  });

  test.each([
    '/login?language=fr',
    '/login?language=de&return_to=%2Fa',
    '/welcome?language=de',
    '/a?language=de',
  ])('do not stand in %s', async (url) => {
    withScreen();
    expect((await app.inject(url)).body).not.toContain('id="prerendered"');
  });

  test('are left out beside a host of other shared packages', async () => {
    withScreen({ shared: 'ffff0000' });
    expect((await app.inject('/login?language=de')).body).not.toContain('id="prerendered"');
  });

  test('may not bring a script along', async () => {
    withScreen();
    const { headers } = await app.inject('/login?language=de');
    expect(String(headers['content-security-policy']).match(/'sha256-/g)).toHaveLength(2);
  });
});
