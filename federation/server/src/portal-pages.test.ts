import { spawnSync } from 'node:child_process';
import { symlinkSync } from 'node:fs';
import { request } from 'node:http';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { isInCanary, type PortalVisit, type TextHashes } from '@portal/federation-contract/portal-visit';
import type { FastifyInstance } from 'fastify';
import { releasedFiles } from './released-files.ts';
import {
  createPortalFolder,
  integrity,
  integrityOf,
  type PortalFolder,
  sampleArea,
  sampleCanary,
  sampleComposition,
  sampleHostFiles,
  sampleRelease,
  sampleTemplate,
  startPages,
} from './testing/portal-folder.fixtures.ts';

let folder: PortalFolder;
let app: FastifyInstance;

beforeEach(async () => {
  folder = createPortalFolder();
  app = await startPages(folder);
});
afterEach(async () => {
  await app.close();
  folder.remove();
});

test.each(['//', '///', '//:', '//[', '//@', '//localhost:99999/', '/\\'])(
  'shows a page for %s, which a parser of URLs takes for the name of a server',
  async (target) => {
    // `inject` would parse the target itself.
    const origin = await app.listen({ host: '127.0.0.1', port: 0 });
    const { promise, resolve, reject } = Promise.withResolvers<number | undefined>();
    const sent = request(origin, { path: target }, (response) => resolve(response.resume().statusCode));
    sent.on('error', reject).end();
    expect([200, 404]).toContain(await promise);
  },
);

test.each(['/', '/welcome', '/about', '/a', '/a/list', '/a/list/', '/list'])(
  'answers %s with the HTML',
  async (url) => {
    const response = await app.inject(url);
    expect(response.statusCode).toBe(200);
    expect(response.headers['content-type']).toContain('text/html');
    expect(response.headers['cache-control']).toBe('private, no-cache');
  },
);

test('remembers no names of texts that visitors invent', async () => {
  const texts = new Map<string, Promise<string>>();
  const { readReleased } = releasedFiles(folder.path, texts);
  const read = (name: string) => readReleased(sampleComposition.host, `locales/de/${name}.json`);
  expect(await Promise.all(['common', 'invented', '__proto__'].map(read))).toEqual([
    '{"owner":"host"}',
    undefined,
    undefined,
  ]);
  expect(texts.size).toBe(1);
});

test('returns 404 and the portal for an unknown page', async () => {
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
])('never returns HTML for %s', async (url) => {
  const response = await app.inject(url);
  expect(response.statusCode).toBe(404);
  expect(response.headers['content-type']).not.toContain('text/html');
});

test('lets releases be cached permanently and the composition never', async () => {
  const entry = await app.inject('/remotes/a/0.2.0/entry.js');
  expect(entry.body).toBe('entry');
  expect(entry.headers['cache-control']).toContain('immutable');
  const live = await app.inject('/composition.json');
  expect(live.headers['cache-control']).toBe('no-cache');
  expect(JSON.parse(live.json().payload).number).toBe(3);
});

test('sends an unchanged composition once', async () => {
  const first = await app.inject('/composition.json');
  const headers = { 'if-none-match': String(first.headers.etag) };
  const again = await app.inject({ url: '/composition.json', headers });
  expect([again.statusCode, again.body]).toEqual([304, '']);
  expect(again.headers).toMatchObject({ etag: first.headers.etag, 'cache-control': 'no-cache' });
  folder.publish({ ...sampleComposition, number: 4 });
  const next = await app.inject({ url: '/composition.json', headers });
  expect(JSON.parse(next.json().payload).number).toBe(4);
});

test.each([
  ['common', 'host'],
  ['aList', 'a 0.2.0'],
])('reads the namespace %s from the release of its owner', async (namespace, owner) => {
  expect((await app.inject(`/locales/de/${namespace}.json`)).json()).toEqual({ owner });
});

test('serves no texts that differ from the released ones', async () => {
  folder.write('host/0.1.0/locales/de/common.json', '{"pay":"PAY TO IBAN"}');
  expect((await app.inject('/locales/de/common.json')).statusCode).toBe(404);
});

test('states the hashes of the texts of host and areas in the language of the page', async () => {
  const { body } = await app.inject('/a?language=de');
  expect(textsIn(body)).toEqual({
    '/host/0.1.0/': { 'locales/de/common.json': integrityOf('{"owner":"host"}') },
    '/remotes/a/0.2.0/': { 'locales/de/aList.json': integrityOf('{"owner":"a 0.2.0"}') },
  });
  expect(textsIn((await app.inject('/a?language=fr')).body)).toEqual({});
});

test('states no hash from a release.json that the composition does not name', async () => {
  folder.release('remotes/a/0.2.0/', { 'locales/de/aList.json': '{"pay":"PAY TO IBAN"}' });
  expect(Object.keys(textsIn((await app.inject('/a?language=de')).body))).toEqual(['/host/0.1.0/']);
});

test.each([
  ['/login', {}, 'en'],
  ['/login', { language: 'de' }, 'de'],
  ['/login?language=ru', { language: 'de' }, 'ru'],
  ['/login?language=xx', { language: 'pt-BR' }, 'pt'],
])('states the language of %s with cookies %j: %s', async (url, cookies, language) => {
  expect((await app.inject({ url, cookies })).body).toContain(`<html lang="${language}">`);
});

test('allows only the inlined script and style, by their hashes', async () => {
  const { headers, body } = await app.inject('/');
  const policy = String(headers['content-security-policy']);
  expect(policy).toMatch(/script-src 'self' 'sha256-[^']+';/);
  expect(policy).not.toContain('unsafe');
  expect(body).toContain(
    `<script defer fetchpriority="high" src="/host/0.1.0/main.js" crossorigin="anonymous" integrity="${integrity}">`,
  );
});

test('writes configuration into the HTML so that it cannot end its element', async () => {
  const { body } = await app.inject('/');
  expect(body).toContain('\\u003cDalat>');
  expect(body).toContain('<title>&lt;Dalat></title>');
});

describe('prerendered screens', () => {
  const login = { id: 'login', path: 'login', title: 'a' };
  const { area } = sampleArea();
  const auth = sampleArea({
    area: { ...area, id: 'auth', base_path: '/', access: 'anonymous', pages: [login] },
  });
  const releaseOfScreen = (version: string, title: string) => ({
    ...sampleRelease(version),
    manifest: folder.release(`remotes/a/${version}/`, {
      'prerendered/login.de.html': `<h1>${title}</h1><script>evil()</script>`,
    }),
  });
  const withScreen = ({ shared = auth.active.shared, hasCanary = false, isWithdrawn = false } = {}) => {
    const manifest = folder.release('host/0.1.0/', {
      'index.html': sampleTemplate,
      'prerendered/frame.de.html': '<p>{{brand}}</p><main>{{screen}}</main>',
    });
    const active = { ...releaseOfScreen('0.2.0', 'Anmelden'), shared };
    const release = releaseOfScreen('0.3.0', 'Neu');
    const canary = hasCanary ? { area: auth.area, release, percent: 99 } : null;
    const host = { ...sampleComposition.host, manifest };
    const withdrawn = isWithdrawn ? { withdrawn: { areas: ['auth'], versions: {} } } : {};
    folder.publish({ ...sampleComposition, host, areas: [{ ...auth, active, canary }], ...withdrawn });
  };
  const screen =
    '<div id="prerendered"><p>&lt;Dalat></p><main><div id="prerendered-screen"><h1>Anmelden</h1>';

  test('are not in the HTML when their area is withdrawn', async () => {
    withScreen({ isWithdrawn: true });
    expect((await app.inject('/login?language=de')).body).not.toContain('id="prerendered"');
  });

  test('are in the HTML, in its language, inside the frame of the host', async () => {
    withScreen();
    expect((await app.inject('/login?language=de')).body).toContain(screen);
  });

  test.each([
    '/login?language=fr',
    '/login?language=de&return_to=%2Fa',
    '/welcome?language=de',
    '/a?language=de',
  ])('are not in %s', async (url) => {
    withScreen();
    expect((await app.inject(url)).body).not.toContain('id="prerendered"');
  });

  test('are left out when the host has other shared packages', async () => {
    withScreen({ shared: 'ffff0000' });
    expect((await app.inject('/login?language=de')).body).not.toContain('id="prerendered"');
  });

  test('come from the canary for a visitor who gets it', async () => {
    withScreen({ hasCanary: true });
    const cookies = { portal_visitor: visitorOf('auth', 99, true) };
    expect((await app.inject({ url: '/login?language=de', cookies })).body).toContain('<h1>Neu</h1>');
  });

  test('are left out when their hash is not the released one', async () => {
    withScreen();
    folder.write('remotes/a/0.2.0/prerendered/login.de.html', '<h1>Give me your password</h1>');
    const { statusCode, body } = await app.inject('/login?language=de');
    expect(statusCode).toBe(200);
    expect(body).not.toContain('id="prerendered"');
  });

  test('cannot add a script', async () => {
    withScreen();
    const { headers } = await app.inject('/login?language=de');
    expect(String(headers['content-security-policy']).match(/'sha256-/g)).toHaveLength(2);
  });
});

describe('a canary', () => {
  const publishCanary = (percent: number) =>
    folder.publish({ ...sampleComposition, areas: [sampleArea({ canary: sampleCanary(percent) })] });

  test('gives each browser a number that scripts cannot read, and chooses the release by it', async () => {
    publishCanary(50);
    const { cookies, headers, body } = await app.inject('/a');
    expect(cookies).toEqual([
      expect.objectContaining({
        name: 'portal_visitor',
        httpOnly: true,
        sameSite: 'Lax',
        maxAge: 31_536_000,
      }),
    ]);
    expect(cookies[0]?.value).toMatch(/^[\w-]{22}$/);
    const isIn = isInCanary(cookies[0]?.value ?? '', 'a', 50);
    expect(visitIn(body)).toEqual({ canary: isIn ? ['a'] : [], without: [] });
    expect(headers['cache-control']).toBe('private, no-cache');
  });

  test('stays with a visitor when its share grows', async () => {
    const cookies = { portal_visitor: visitorOf('a', 10, true) };
    for (const percent of [10, 30, 99]) {
      publishCanary(percent);
      const answer = await app.inject({ url: '/a', cookies });
      expect(visitIn(answer.body).canary).toEqual(['a']);
      expect(answer.cookies).toEqual([]);
    }
  });

  test.each(['', 'x', '../../etc/passwd', 'a'.repeat(23)])(
    'replaces the number %j, which is none',
    async (given) => {
      publishCanary(50);
      const { cookies } = await app.inject({ url: '/a', cookies: { portal_visitor: given } });
      expect(cookies[0]?.value).toMatch(/^[\w-]{22}$/);
    },
  );

  test.each([
    [true, 200, 'a 0.3.0'],
    [false, 404, 'a 0.2.0'],
  ])(
    'brings its own pages and texts to those who are in it (%s) and to no other',
    async (isIn, status, owner) => {
      publishCanary(50);
      const cookies = { portal_visitor: visitorOf('a', 50, isIn) };
      expect((await app.inject({ url: '/a/new', cookies })).statusCode).toBe(status);
      expect((await app.inject({ url: '/locales/de/aList.json', cookies })).json()).toEqual({ owner });
    },
  );
});

describe('a browser that could not load the host', () => {
  const cookies = { portal_failed_host: '0.2.0' };
  const publishHosts = () => {
    const active = { ...sampleComposition.host, version: '0.2.0', base: '/host/0.2.0/' };
    folder.release('host/0.2.0/', sampleHostFiles);
    folder.publish({ ...sampleComposition, host: active, previous_host: sampleComposition.host });
  };
  const hostsIn = (body: string) => [...new Set(body.match(/(?<=src=")\/host\/[^/]+/g))];

  test('gets the previous one, and no shared cache stores that page', async () => {
    publishHosts();
    const { body, headers } = await app.inject({ url: '/a', cookies });
    expect(hostsIn(body)).toEqual(['/host/0.1.0']);
    expect(visitIn(body)).toEqual({ canary: [], without: [], host: 'previous' });
    expect(headers['cache-control']).toBe('private, no-cache');
  });

  test.each([{}, { portal_failed_host: '0.1.9' }])(
    'gets the active one when that is another version: %j',
    async (others) => {
      publishHosts();
      const { body } = await app.inject({ url: '/a', cookies: others });
      expect(hostsIn(body)).toEqual(['/host/0.2.0']);
      expect(visitIn(body)).toEqual({ canary: [], without: [] });
    },
  );

  test('gets the active one when the HTML of the previous one was altered', async () => {
    publishHosts();
    folder.write('host/0.1.0/index.html', '<script>evil()</script>');
    const { body } = await app.inject({ url: '/a', cookies });
    expect(hostsIn(body)).toEqual(['/host/0.2.0']);
    expect(body).not.toContain('evil');
  });
});

test('gives no browser a number without a canary', async () => {
  const { cookies, body } = await app.inject('/a');
  expect(cookies).toEqual([]);
  expect(visitIn(body)).toEqual({ canary: [], without: [] });
});

test.each([
  ['/a?without=a', ['a']],
  ['/a?without=b,a&without=<script>', ['a']],
  ['/login?without=auth', []],
  ['/a?without=', []],
])('safe mode of %s leaves out %j', async (url, without) => {
  const { area } = sampleArea();
  const auth = sampleArea({ area: { ...area, id: 'auth', base_path: '/', access: 'anonymous' } });
  folder.publish({ ...sampleComposition, areas: [sampleArea(), auth] });
  const { body, statusCode } = await app.inject(url);
  expect(visitIn(body).without).toEqual(without);
  expect(statusCode).toBe(url.startsWith('/a') ? 200 : 404);
});

test.each(['publication.json', 'sbom.json', 'sbom.json.br', './sbom.json', '%73bom.json'])(
  'does not serve what a release says of its making: %s',
  async (name) => {
    for (const file of ['publication.json', 'sbom.json', 'sbom.json.br'])
      folder.write(`remotes/a/0.2.0/${file}`, '{"by":"somebody"}');
    const answer = await app.inject(`/remotes/a/0.2.0/${name}`);
    expect(answer.statusCode).toBeGreaterThanOrEqual(400);
    expect(answer.body).not.toContain('somebody');
  },
);

test.each(['link.txt', 'linked/secret.txt', 'copied.txt'])(
  'serves nothing through a link that leads out of the releases: %s',
  async (name) => {
    folder.write('keys/secret.txt', 'treasure');
    folder.write('remotes/a/0.2.0/copied.txt', 'harmless');
    const at = (file: string) => path.join(folder.path, file);
    symlinkSync(at('keys/secret.txt'), at('remotes/a/0.2.0/link.txt'));
    symlinkSync(at('keys'), at('remotes/a/0.2.0/linked'));
    symlinkSync(at('keys/secret.txt'), at('remotes/a/0.2.0/copied.txt.gz'));
    const url = `/remotes/a/0.2.0/${name}`;
    const { rawPayload } = await app.inject({ url, headers: { 'accept-encoding': 'gzip' } });
    expect(rawPayload.toString()).not.toContain('treasure');
  },
);

test('does not wait for a pipe among the files of a release', async () => {
  folder.write('remotes/a/0.2.0/harmless.txt', 'harmless');
  expect(spawnSync('mkfifo', [path.join(folder.path, 'remotes/a/0.2.0/pipe.txt')]).status).toBe(0);
  expect((await app.inject('/remotes/a/0.2.0/pipe.txt')).statusCode).toBe(404);
  expect((await app.inject('/remotes/a/0.2.0/harmless.txt')).payload).toBe('harmless');
});

/** A visitor who is, or is not, in the canary of an area. */
function visitorOf(area: string, percent: number, isIn: boolean): string {
  for (let number = 0; ; number += 1) {
    const visitor = String(number).padStart(22, '0');
    if (isInCanary(visitor, area, percent) === isIn) return visitor;
  }
}

function textsIn(html: string): TextHashes {
  return JSON.parse(/id="portal-texts">(.*?)<\/script>/.exec(html)?.[1] ?? '');
}

function visitIn(html: string): PortalVisit {
  return JSON.parse(/id="portal-visit">(.*?)<\/script>/.exec(html)?.[1] ?? '');
}
