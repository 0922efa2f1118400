import { afterEach, beforeAll, expect, it, jest } from '@jest/globals';
import { act, render, screen } from '@testing-library/react';
import { Component, type ReactNode, Suspense } from 'react';
import { changeLanguage, i18n, readMissingTexts, startI18n } from './i18n.ts';
import { setFormatTimeZone, useFormat } from './use-format.ts';
import { useTranslation } from './use-translation.ts';

const reads: string[] = [];
const missing = new Set<string>();
const down = new Set<string>();

beforeAll(async () => {
  jest.spyOn(globalThis, 'fetch').mockImplementation(async (input) => {
    const url = String(input);
    reads.push(url);
    const [language = '', namespace = ''] = url.split('/').slice(-2);
    if (namespace === 'gone.json' || missing.has(namespace)) return new Response('', { status: 404 });
    if (down.has(namespace) || down.has(`${language}/${namespace}`)) return new Response('', { status: 503 });
    return Response.json({ ui: { close: `close in ${language}` }, title: `${namespace} in ${language}` });
  });
  window.history.replaceState({ idx: 3 }, '', '/login?language=pt-BR&x=1');
  await startI18n({
    defaultLanguage: 'en',
    localeUrl: (language, namespace) => `/locales/${language}/${namespace}.json`,
    isEssential: (namespace) => namespace === 'essential',
  });
});

afterEach(async () => {
  await act(() => changeLanguage('pt'));
});

it('starts in the language of the URL with the namespaces that every page needs', () => {
  expect(i18n.language).toBe('pt');
  expect(reads.slice(0, 2)).toEqual(['/locales/pt/common.json', '/locales/pt/error.json']);
  expect(document.documentElement.lang).toBe('pt');
  expect(document.cookie).toContain('language=pt');
});

it('saves the language in a cookie for 30 days', async () => {
  const setCookie = jest.spyOn(document, 'cookie', 'set');
  await changeLanguage('lv');
  expect(setCookie).toHaveBeenCalledWith('language=lv; path=/; max-age=2592000; samesite=lax');
});

it('makes at most ten requests at a time and five retries, the first after 350 ms', () => {
  expect(i18n.options).toMatchObject({ maxParallelReads: 10, maxRetries: 5, retryTimeout: 350 });
});

it('changes cookie, document and URL together', async () => {
  await changeLanguage('et');
  expect(document.cookie).toContain('language=et');
  expect(document.documentElement.lang).toBe('et');
  expect(window.location.search).toBe('?language=et&x=1');
  expect(window.history.state).toEqual({ idx: 3 });
});

it('keeps the language when the texts of another one cannot be loaded, and changes it later', async () => {
  jest.useFakeTimers();
  down.add('error.json');
  const changed = changeLanguage('fr').then(
    () => 'changed',
    (error: unknown) => error,
  );
  await jest.advanceTimersByTimeAsync(60_000);
  expect(await changed).toMatchObject({ name: 'ApiError', code: 'network_error' });
  expect(i18n.language).toBe('pt');
  expect(document.documentElement.lang).toBe('pt');
  expect(document.cookie).toContain('language=pt');
  expect(window.location.search).toBe('?language=pt&x=1');
  jest.useRealTimers();
  down.clear();
  await changeLanguage('fr');
  expect(i18n.getResource('fr', 'error', 'title')).toBe('error.json in fr');
  expect(i18n.language).toBe('fr');
});

it('shows the language that was chosen last, even if an earlier one is loaded later', async () => {
  down.add('it/common.json');
  const first = changeLanguage('it');
  await changeLanguage('de');
  down.clear();
  await first;
  expect(i18n.language).toBe('de');
});

it('loads a failed namespace again, and no loaded one', async () => {
  missing.add('late.json');
  await i18n.loadNamespaces('late');
  expect(i18n.hasResourceBundle('pt', 'late')).toBe(false);
  missing.clear();
  reads.length = 0;
  await readMissingTexts(['late', 'common']);
  expect(reads).toEqual(['/locales/pt/late.json']);
  expect(i18n.getResource('pt', 'late', 'title')).toBe('late.json in pt');
});

it('loads a failed namespace immediately while i18next waits for its next retry', async () => {
  down.add('down.json');
  void i18n.loadNamespaces('down');
  // Waits for the first attempts; i18next makes the next one more than a second later.
  await new Promise((resolve) => setTimeout(resolve, 1_200));
  down.clear();
  await readMissingTexts(['down']);
  expect(i18n.getResource('pt', 'down', 'title')).toBe('down.json in pt');
});

it('does not wait for other namespaces', async () => {
  down.add('stuck.json');
  void i18n.loadNamespaces('stuck');
  await i18n.loadNamespaces(['beside']);
  expect(i18n.getResource('pt', 'beside', 'title')).toBe('beside.json in pt');
  expect(i18n.hasResourceBundle('pt', 'stuck')).toBe(false);
  down.clear();
  await readMissingTexts(['stuck']);
  // Fails when it waits for the other namespace, whose retries take eleven seconds.
}, 8_000);

// An area's namespaces are not among this package's typed keys.
function useText(namespace: string): (key: string) => string {
  const { t } = useTranslation(namespace as 'common');
  return t as unknown as (key: string) => string;
}

function Page() {
  const t = useText('payments');
  return <h1>{t('title')}</h1>;
}

it('loads a namespace when a page uses it, and changes its language without the fallback', async () => {
  const seen: (string | null)[] = [];
  render(
    <Suspense fallback={<p>waiting</p>}>
      <Page />
    </Suspense>,
  );
  expect(await screen.findByRole('heading')).toHaveTextContent('payments.json in pt');
  const observer = new MutationObserver(() => seen.push(document.body.textContent));
  observer.observe(document.body, { childList: true, characterData: true, subtree: true });
  await act(() => changeLanguage('de'));
  expect(await screen.findByText('payments.json in de')).toBeVisible();
  observer.disconnect();
  expect(seen.join()).not.toContain('waiting');
});

it('shows the key as words when a namespace cannot be loaded', async () => {
  function Broken() {
    const t = useText('gone');
    return <h1>{t('filters.sent_from')}</h1>;
  }
  render(
    <Suspense fallback={<p>waiting</p>}>
      <Broken />
    </Suspense>,
  );
  expect(await screen.findByRole('heading')).toHaveTextContent('Sent from');
});

it('does not render a component whose essential texts cannot be loaded', async () => {
  jest.spyOn(console, 'error').mockReturnValue();
  missing.add('essential.json');
  class Boundary extends Component<{ children: ReactNode }> {
    override state = { message: '' };
    static getDerivedStateFromError = (error: Error) => ({ message: `${error.name}: ${error.message}` });
    override render = () => this.state.message || this.props.children;
  }
  function Broken() {
    const t = useText('essential');
    return <h1>{t('title')}</h1>;
  }
  render(
    <Boundary>
      <Suspense fallback={<p>waiting</p>}>
        <Broken />
      </Suspense>
    </Boundary>,
  );
  expect(await screen.findByText('MissingTextsError: no texts for essential')).toBeVisible();
  expect(screen.queryByRole('heading')).toBeNull();
});

it('announces a text that its namespace does not have, once it is shown', async () => {
  const announced: unknown[] = [];
  const listener = (event: Event) => announced.push(event instanceof CustomEvent && event.detail);
  window.addEventListener('portal:missing-text', listener);
  expect(i18n.t('ui.close')).toBe('close in pt');
  expect(Reflect.apply(i18n.t, i18n, ['ui.absent'])).toBe('Absent');
  window.removeEventListener('portal:missing-text', listener);
  expect(announced).toEqual(['common:ui.absent']);
});

it('returns the same formats until the language or the time zone changes', async () => {
  const seen = new Set<unknown>();
  function Moment() {
    const format = useFormat();
    seen.add(format);
    return <time>{format.dateTime('2026-11-21T22:30:00Z')}</time>;
  }
  const { rerender } = render(<Moment />);
  act(() => setFormatTimeZone('Asia/Tokyo'));
  expect(screen.getByText('22/11/2026, 07:30')).toBeVisible();
  rerender(<Moment />);
  await act(() => changeLanguage('de'));
  expect(screen.getByText('22.11.2026, 07:30')).toBeVisible();
  act(() => setFormatTimeZone('Moon/Tycho'));
  act(() => setFormatTimeZone(null));
  expect(seen.size).toBeLessThanOrEqual(4);
});
