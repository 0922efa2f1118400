import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { createInstance, type i18n as I18n } from 'i18next';
import { createLocaleBackend } from './locale-backend.ts';

type Respond = () => Promise<Response>;

const json =
  (texts: object): Respond =>
  () =>
    Promise.resolve(Response.json(texts));
const status =
  (code: number): Respond =>
  () =>
    Promise.resolve(new Response('', { status: code }));
const lost: Respond = () => Promise.reject(new TypeError('Failed to fetch'));
const late: Respond = () => Promise.reject(new DOMException('The operation timed out', 'TimeoutError'));

let responses: Record<string, Respond>;
let reads: { url: string; at: number; cache?: RequestCache | undefined }[];

beforeEach(() => {
  responses = {};
  early = new Map();
  reads = [];
  jest.useFakeTimers({ now: 0 });
  jest.spyOn(globalThis, 'fetch').mockImplementation((input, request) => {
    const url = String(input);
    reads.push({ url, at: Date.now(), cache: request?.cache });
    return (responses[url] ?? status(404))();
  });
});

afterEach(() => {
  jest.useRealTimers();
  jest.restoreAllMocks();
});

let early: Map<string, Promise<Response>>;

async function load(language: string, ...namespaces: string[]): Promise<I18n> {
  const i18n = createInstance();
  const backend = createLocaleBackend({
    localeUrl: (lng, ns) => `/r/${ns}/${lng}.json`,
    otherLocaleUrl: (url) => {
      if (url.startsWith('/r/twice/')) return url.replace('/r/', '/copy/');
      if (url.startsWith('/copy/twice/')) return url.replace('/copy/', '/older/');
      return url.startsWith('/r/fin/') ? url.replace('/r/', '/older/') : undefined;
    },
    early: earlyResponse,
    isReleasedText: async (_url, content) => !new TextDecoder().decode(content).includes('IBAN'),
  });
  const started = i18n
    .use(backend)
    .init({ lng: language, ns: namespaces, fallbackLng: false, load: 'languageOnly', maxRetries: 5 });
  await jest.advanceTimersByTimeAsync(60_000);
  await started;
  return i18n;
}

function earlyResponse(url: string): Promise<Response> | undefined {
  const response = early.get(url);
  early.delete(url);
  return response;
}

const titleOf = (i18n: I18n) => (i18n.t as (key: string) => string)('payments:title');
const readsOf = (url: string) => reads.filter((read) => read.url === url);

describe('loading a namespace', () => {
  it('loads it from the release that owns it', async () => {
    responses['/r/payments/et.json'] = json({ title: 'Maksed' });
    const i18n = await load('et', 'payments');
    expect(titleOf(i18n)).toBe('Maksed');
    expect(reads).toHaveLength(1);
  });

  it('uses a response that is already under way', async () => {
    early.set('/r/payments/et.json', Promise.resolve(Response.json({ title: 'Maksed' })));
    expect(titleOf(await load('et', 'payments'))).toBe('Maksed');
    expect(reads).toHaveLength(0);
  });

  it('requests the file when the response under way failed', async () => {
    early.set('/r/payments/et.json', status(503)());
    responses['/r/payments/et.json'] = json({ title: 'Maksed' });
    expect(titleOf(await load('et', 'payments'))).toBe('Maksed');
    expect(reads).toHaveLength(1);
  });

  it.each([
    ['a lost connection', lost],
    ['a time-out', late],
    ['a server fault', status(503)],
  ])('retries five times after %s, with pauses that double', async (_name, response) => {
    responses['/r/payments/et.json'] = response;
    await load('et', 'payments');
    expect(readsOf('/r/payments/et.json').map((read) => read.at)).toEqual([0, 350, 1050, 2450, 5250, 10_850]);
  });

  it('does not retry when the attempts took longer than six seconds', async () => {
    responses['/r/payments/en.json'] = async () => {
      await new Promise((resolve) => setTimeout(resolve, 4_000));
      return late();
    };
    await load('en', 'payments');
    expect(reads.map((read) => read.at)).toEqual([0, 4_350]);
  });

  it('shows the texts of a later attempt', async () => {
    let attempt = 0;
    responses['/r/payments/et.json'] = () => (++attempt < 3 ? lost() : json({ title: 'Maksed' })());
    const i18n = await load('et', 'payments');
    expect(titleOf(i18n)).toBe('Maksed');
    expect(reads).toHaveLength(3);
  });

  it.each([
    ['is missing', status(404)],
    ['is a page of HTML', () => Promise.resolve(new Response('<!doctype html>'))],
    ['times out', late],
  ])('loads it from the previous release when the file %s', async (_what, fault) => {
    responses = { '/r/fin/de.json': fault, '/older/fin/de.json': json({ title: 'Zahlungen' }) };
    const i18n = await load('de', 'fin');
    expect(i18n.getResource('de', 'fin', 'title')).toBe('Zahlungen');
    expect(reads.map(({ url }) => url)).toEqual(['/r/fin/de.json', '/older/fin/de.json']);
  });

  it('reads the second copy before the previous release', async () => {
    responses = { '/r/twice/de.json': status(503), '/copy/twice/de.json': json({ title: 'Zahlungen' }) };
    const i18n = await load('de', 'twice');
    expect(i18n.getResource('de', 'twice', 'title')).toBe('Zahlungen');
    expect(reads.map(({ url }) => url)).toEqual(['/r/twice/de.json', '/copy/twice/de.json']);
    responses = { '/older/twice/fr.json': json({ title: 'Paiements' }) };
    expect((await load('fr', 'twice')).getResource('fr', 'twice', 'title')).toBe('Paiements');
  });

  it.each([
    ['those of the previous release', { '/older/fin/de.json': json({ title: 'Zahlungen' }) }, 'Zahlungen'],
    ['English', { '/r/fin/en.json': json({ title: 'Payments' }) }, 'Payments'],
    ['none', {}, undefined],
  ])('shows %s instead of altered texts', async (_what, others, title) => {
    responses = { '/r/fin/de.json': json({ title: 'PAY TO IBAN EE12' }), ...others };
    const i18n = await load('de', 'fin');
    expect(i18n.getResource('de', 'fin', 'title')).toBe(title);
  });

  it('reads a damaged file once more past the cache of the browser', async () => {
    early.set('/r/payments/et.json', Promise.resolve(Response.json({ title: 'IBAN' })));
    responses['/r/payments/et.json'] = json({ title: 'Maksed' });
    expect(titleOf(await load('et', 'payments'))).toBe('Maksed');
    expect(reads).toEqual([expect.objectContaining({ cache: 'reload' })]);
  });

  it('shows English when the language fails to load', async () => {
    responses['/r/payments/et.json'] = lost;
    responses['/r/payments/en.json'] = json({ title: 'Payments' });
    const i18n = await load('et', 'payments');
    expect(titleOf(i18n)).toBe('Payments');
    expect(readsOf('/r/payments/en.json')).toHaveLength(1);
  });

  it('does not retry a missing file', async () => {
    responses['/r/payments/en.json'] = json({ title: 'Payments' });
    const i18n = await load('et', 'payments');
    expect(titleOf(i18n)).toBe('Payments');
    expect(readsOf('/r/payments/et.json')).toHaveLength(1);
  });

  it('finishes without texts when English fails too', async () => {
    const i18n = await load('en', 'payments');
    expect(i18n.isInitialized).toBe(true);
    expect(reads).toHaveLength(1);
  });

  it('makes at most ten requests at a time', async () => {
    let open = 0;
    let most = 0;
    const names = Array.from({ length: 25 }, (_, index) => `n${index}`);
    for (const name of names) {
      responses[`/r/${name}/en.json`] = async () => {
        open += 1;
        most = Math.max(most, open);
        await new Promise((resolve) => setTimeout(resolve, 10));
        open -= 1;
        return Response.json({});
      };
    }
    await load('en', ...names);
    expect(reads).toHaveLength(25);
    expect(most).toBe(10);
  });
});
