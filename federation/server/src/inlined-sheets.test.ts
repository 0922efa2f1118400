import { afterEach, beforeEach, expect, test } from '@jest/globals';
import type { FastifyInstance } from 'fastify';
import {
  createPortalFolder,
  integrityOf,
  type PortalFolder,
  sampleComposition,
  sampleTemplate,
  startPages,
} from './testing/portal-folder.fixtures.ts';

const template = sampleTemplate.replace('<html', '<html data-frame-sheets="{{has-frame-sheets}}"');
const sheets = { 'main.css': 'a{content:"{{brand}}"}', 'frame.css': 'b{color:red}' };
const cookies = { sid: 'any' };

let folder: PortalFolder;
let app: FastifyInstance | undefined;

beforeEach(async () => {
  folder = createPortalFolder();
  await publish();
});
afterEach(async () => {
  await app?.close();
  app = undefined;
  folder.remove();
});

async function publish({ html = template, css = sheets }: { html?: string; css?: typeof sheets } = {}) {
  const manifest = folder.release('host/0.1.0/', {
    'index.html': html,
    'prerendered/account.en.html': '<main>{{screen}}</main>',
    'prerendered/page.html': '<h1>{{title}}</h1>',
    'prerendered/icons.html': '',
    ...css,
  });
  const files = Object.fromEntries(
    Object.entries(css).map(([name, text]) => [name, { size: text.length, integrity: integrityOf(text) }]),
  );
  const host = {
    ...sampleComposition.host,
    manifest,
    frame: ['frame.css'],
    files: { ...sampleComposition.host.files, ...files },
  };
  folder.publish({ ...sampleComposition, host });
  await app?.close();
  app = await startPages(folder);
}

async function pageAt(url: string, sent: Record<string, string> = {}) {
  const response = await app?.inject({ url, cookies: sent });
  const { body = '', headers = {} } = response ?? {};
  const policy = String(headers['content-security-policy']);
  return { body, styleSources: /style-src ([^;]*)/.exec(policy)?.[1]?.split(' ') ?? [] };
}

test('the sheet of the host is in the HTML as released, and the policy allows it by its hash', async () => {
  const { body, styleSources } = await pageAt('/a/list');
  expect(body).toContain('<style data-href="main.css">a{content:"{{brand}}"}</style>');
  expect(body).not.toContain('rel="stylesheet"');
  expect(styleSources).toContain(`'${integrityOf(sheets['main.css'])}'`);
});

test('the sheets of the frame are in the HTML of a page of the account only', async () => {
  const inAccount = await pageAt('/a/list', cookies);
  expect(inAccount.body).toContain('<html data-frame-sheets="true"');
  expect(inAccount.body).toContain('<style data-href="frame.css">b{color:red}</style>');
  expect(inAccount.styleSources).toContain(`'${integrityOf(sheets['frame.css'])}'`);
  const outside = await pageAt('/a/list');
  expect(outside.body).toContain('<html data-frame-sheets="false"');
  expect(outside.body).not.toContain('frame.css">');
});

test('a host that does not look for the sheets of its frame in the HTML loads them as files', async () => {
  await publish({ html: sampleTemplate });
  const { body } = await pageAt('/a/list', cookies);
  expect(body).toContain('main.css">a{');
  expect(body).not.toContain('frame.css">');
});

test('a sheet that is not the released one is loaded as a file, which the browser checks', async () => {
  folder.write('host/0.1.0/main.css', 'a{color:blue}');
  const { body, styleSources } = await pageAt('/a/list');
  expect(body).toContain('<link rel="stylesheet" href="/host/0.1.0/main.css"');
  expect(body).not.toContain('color:blue');
  expect(styleSources).not.toContain(`'${integrityOf(sheets['main.css'])}'`);
});

test('a sheet that would mean something else in the HTML is loaded as a file', async () => {
  for (const text of ['a{}</STYLE ><b>', 'a{}\r\nb{}', '@import "b.css";', 'a{background:url(b.svg)}']) {
    await publish({ css: { ...sheets, 'frame.css': text } });
    const { body } = await pageAt('/a/list', cookies);
    expect([text, body.includes(text)]).toEqual([text, false]);
    expect(body).toContain('main.css">a{');
    expect(body).toContain('<html data-frame-sheets="false"');
  }
  await publish({ css: { ...sheets, 'frame.css': 'a{background:url("data:image/svg+xml,")}' } });
  expect((await pageAt('/a/list', cookies)).body).toContain('a{background:url("data:');
});
