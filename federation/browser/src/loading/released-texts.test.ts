import { createHash } from 'node:crypto';
import '../testing/signed-composition.fixtures.ts';
import { beforeEach, expect, jest, test } from '@jest/globals';
import { composition } from '../testing/page.fixtures.ts';

const base = '/remotes/finances/0.1.0-abcd1234/';
const file = 'locales/de/financesPayments.json';
const text = '{"title":"Zahlungen"}';
const altered = '{"title":"PAY TO IBAN"}';
const list = JSON.stringify({ files: { [file]: { size: text.length, integrity: integrityOf(text) } } });

let isReleasedText: typeof import('./released-texts.ts').isReleasedText;
let stateTextHashes: typeof import('./released-texts.ts').stateTextHashes;

function integrityOf(content: string): string {
  return `sha384-${createHash('sha384').update(content).digest('base64')}`;
}

/** A network as browsers have it: a response that does not match the requested integrity is an error. */
function serve(content: () => string) {
  return jest.spyOn(globalThis, 'fetch').mockImplementation(async (_url, request) => {
    const body = content();
    if (request?.integrity !== integrityOf(body)) throw new TypeError('Failed to fetch');
    return new Response(body);
  });
}

const isReleased = (content: string) => isReleasedText(base + file, new TextEncoder().encode(content).buffer);

beforeEach(async () => {
  jest.restoreAllMocks();
  jest.resetModules();
  ({ isReleasedText, stateTextHashes } = await import('./released-texts.ts'));
  const releases = await import('../composition/page-releases.ts');
  (await import('../testing/page.fixtures.ts')).configurePage();
  const areas = composition.areas.map((one) => ({
    ...one,
    active: { ...one.active, manifest: integrityOf(list) },
  }));
  releases.choosePageReleases({ ...composition, areas }, { canary: [], without: [] });
});

test('compares a text with the hash in the HTML, without a request', async () => {
  const request = serve(() => '');
  stateTextHashes({ [base]: { [file]: integrityOf(text) } });
  expect(await isReleased(text)).toBe(true);
  expect(await isReleased(altered)).toBe(false);
  expect(request).not.toHaveBeenCalled();
});

test.each([undefined, 'nothing', { [base]: { [file]: 'sha384-short' } }])(
  'reads release.json once, and holds it to its signed integrity, when the HTML states %j',
  async (inlined) => {
    const request = serve(() => list);
    stateTextHashes(inlined);
    expect([await isReleased(text), await isReleased(altered)]).toEqual([true, false]);
    const read = request.mock.calls
      .map(([url]) => String(url))
      .filter((url) => !url.endsWith('/portal/reports'));
    expect(read).toEqual([`${base}release.json`]);
  },
);

test('refuses a text when release.json was altered with it, and reads release.json again later', async () => {
  let content = JSON.stringify({ files: { [file]: { size: 1, integrity: integrityOf(altered) } } });
  const request = serve(() => content);
  await expect(isReleased(altered)).rejects.toThrow();
  expect(request.mock.calls.map(([, init]) => init?.cache)).toEqual(['default', 'reload']);
  content = list;
  expect([await isReleased(text), await isReleased(altered)]).toEqual([true, false]);
});

test('reads release.json in the second copy when it cannot be read elsewhere', async () => {
  const second = 'https://files.example/portal';
  (await import('../testing/page.fixtures.ts')).configurePage({ alternateFiles: second });
  jest.spyOn(globalThis, 'fetch').mockImplementation(async (url, init) => {
    if (url !== `${second}${base}release.json` || init?.integrity !== integrityOf(list))
      throw new TypeError('Failed to fetch');
    return new Response(list);
  });
  expect([await isReleased(text), await isReleased(altered)]).toEqual([true, false]);
});

test('refuses a text that the release does not have, and one of no release', async () => {
  serve(() => list);
  const content = new TextEncoder().encode(text).buffer;
  expect(await isReleasedText(`${base}locales/de/more.json`, content)).toBe(false);
  await expect(isReleasedText('/remotes/finances/9.9.9/locales/de/a.json', content)).rejects.toThrow(
    'no release of this page',
  );
});

test('reports a refused text once', async () => {
  const request = serve(() => '');
  stateTextHashes({ [base]: { [file]: integrityOf(text) } });
  jest.useFakeTimers();
  for (let times = 0; times < 2; times += 1) await isReleased(altered);
  jest.advanceTimersByTime(2_000);
  jest.useRealTimers();
  const [, sent] = request.mock.calls[0] ?? [];
  expect(JSON.parse(String(sent?.body)).reports).toEqual([
    {
      area: 'finances',
      version: '0.1.0-abcd1234',
      source: 'active',
      composition: 7,
      outcome: { result: 'failed', stage: 'texts', reference: null },
    },
  ]);
});

test('accepts the texts of a development server', async () => {
  const { choosePageReleases: choose } = await import('../composition/page-releases.ts');
  choose(composition, { canary: [], without: [] });
  expect(await isReleased(altered)).toBe(true);
});
