import { afterEach, beforeEach, expect, test } from '@jest/globals';
import type { FastifyInstance } from 'fastify';
import {
  createPortalFolder,
  type PortalFolder,
  sampleArea,
  sampleComposition,
  sampleRelease,
  sampleTemplate,
  startPages,
} from './testing/portal-folder.fixtures.ts';

const frame =
  '<nav><a href="/welcome">Start</a>{{#areas}}<div>{{#heading}}<p>{{title}}</p>{{/heading}}{{#entries}}<a href="/{{path}}">{{icon}}{{title}}</a>{{/entries}}</div>{{/areas}}</nav><main>{{screen}}</main>';
const { area } = sampleArea();
const described = {
  ...area,
  pages: [...area.pages, { id: 'other', path: 'other', title: 'b' }],
  titles: { a: { de: 'Anrufe & <Zeiten>' }, b: { de: '{{config}}' } },
  navigation: [
    { page: 'list', icon: 'phone' },
    { page: 'other', icon: 'unknown' },
  ],
};
const cookies = { sid: 'any' };

let folder: PortalFolder;
let app: FastifyInstance;

beforeEach(async () => {
  folder = createPortalFolder();
  publish();
  app = await startPages(folder);
});
afterEach(async () => {
  await app.close();
  folder.remove();
});

function publish(changes: object = {}): void {
  const manifest = folder.release('host/0.1.0/', {
    'index.html': sampleTemplate,
    'prerendered/account.de.html': frame,
    'prerendered/welcome.de.html': '<h1>Willkommen</h1>',
    'prerendered/page.html': '<h1>{{title}}</h1>',
    'prerendered/described-page.html': '<h1>{{title}}</h1><p>{{description}}</p>',
    'prerendered/icons.html':
      '<i data-icon="dot"><svg>dot</svg></i><i data-icon="phone"><svg>phone</svg></i>',
  });
  const host = { ...sampleComposition.host, manifest };
  folder.publish({ ...sampleComposition, host, areas: [sampleArea({ area: described })], ...changes });
}

const get = async (url: string, sent: Record<string, string> = cookies) =>
  (await app.inject({ url, cookies: sent })).body;

test('the frame is in the HTML of a page of the account, with navigation and title', async () => {
  expect(await get('/a/list?language=de&row=1')).toContain(
    '<div id="prerendered" data-account><nav><a href="/welcome">Start</a><div><p>Anrufe &amp; &lt;Zeiten></p>' +
      '<a aria-current="page" href="/a/list"><svg>phone</svg>Anrufe &amp; &lt;Zeiten></a>' +
      '<a href="/a/other"><svg>dot</svg>&#123;&#123;config}}</a></div></nav>' +
      '<main><div id="prerendered-screen"><h1>Anrufe &amp; &lt;Zeiten></h1></div></main></div>',
  );
});

test.each([
  ['Ihre <Zahlungen>', '<p>Ihre &lt;Zahlungen></p>'],
  ['In {{timeZone}}', '<h1>Anrufe &amp; &lt;Zeiten></h1></div>'],
])('the outline has the description of the page, unless it has values: %s', async (description, expected) => {
  const texts = JSON.stringify({ description });
  const manifest = folder.release('remotes/a/0.4.0/', {
    'entry.js': 'entry',
    'locales/de/aList.json': texts,
  });
  const [page, ...others] = described.pages;
  const withTexts = { ...described, pages: [{ ...page, namespaces: ['aList'] }, ...others] };
  const active = { ...sampleRelease('0.4.0'), manifest };
  publish({ areas: [sampleArea({ area: withTexts, active })] });
  expect(await get('/a/list?language=de')).toContain(expected);
});

test('the welcome page has its own outline', async () => {
  const body = await get('/welcome?language=de');
  expect(body).toContain('<a aria-current="page" href="/welcome">Start</a>');
  expect(body).toContain('<h1>Willkommen</h1>');
});

test.each(['/list', '/a', '/a/list/'])('%s has the frame of the page to which it leads', async (path) => {
  expect(await get(`${path}?language=de`)).toContain('<a aria-current="page" href="/a/list">');
});

test.each(['/about', '/nowhere', '/', '/a/list?without=a'])('%s has no frame', async (url) => {
  expect(await get(`${url}${url.includes('?') ? '&' : '?'}language=de`)).not.toContain('id="prerendered"');
});

test('a request without a session gets no frame', async () => {
  expect(await get('/a/list?language=de', {})).not.toContain('id="prerendered"');
});

test('a language without a frame starts with the static one', async () => {
  expect(await get('/a/list?language=fr')).not.toContain('id="prerendered"');
});

test('nothing leads to a withdrawn area, and its pages have no frame', async () => {
  publish({ number: 4, withdrawn: { areas: ['a'], versions: {} } });
  expect(await get('/welcome?language=de')).not.toContain('href="/a/list"');
  expect(await get('/a/list?language=de')).not.toContain('id="prerendered"');
});
