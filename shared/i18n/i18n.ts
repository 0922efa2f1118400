import { type Language, languageParameter, languages, requestedLanguage } from '@portal/contract/language';
import { type Callback, createInstance, type i18n as I18n, type Resource } from 'i18next';
import { initReactI18next } from 'react-i18next';
import { ApiError } from '../api/api-error.ts';
import {
  createLocaleBackend,
  type EarlyText,
  type IsReleasedText,
  type LocaleSources,
  type LocaleUrl,
  maxRetries,
  type OtherLocaleUrl,
  readNamespaceForChange,
  readNamespaceOnce,
  retryTimeout,
} from './locale-backend.ts';

/** The portal's only i18next instance; a namespace is loaded when a component uses it. */
export const i18n: I18n = createInstance();

const cookieSeconds = 30 * 24 * 60 * 60;
let sources: LocaleSources | undefined;
let wanted: Language | undefined;
let isEssential: (namespace: string) => boolean = () => false;

interface I18nStart {
  defaultLanguage: Language;
  localeUrl: LocaleUrl;
  /** Another URL to read when a file cannot be read. */
  otherLocaleUrl?: OtherLocaleUrl | undefined;
  /** Responses that the HTML's script requested before this code ran, by URL; called once for each URL. */
  early?: EarlyText | undefined;
  /** Refuses texts that were altered after their release. */
  isReleasedText?: IsReleasedText | undefined;
  /** Whether a component without the texts of a namespace must not be rendered; otherwise their keys are shown in words. */
  isEssential?: ((namespace: string) => boolean) | undefined;
  /** Skips language detection, for prerendering and tests. */
  language?: Language | undefined;
  /** Namespaces to load before the first render, besides `resources`; `common` and `error` by default. */
  namespaces?: readonly string[] | undefined;
  /** Texts by language and namespace that need no loading. */
  resources?: Resource | undefined;
}

/**
 * Starts translation: detects the visitor's language and loads the first namespaces in it. Call it once. Rejects when they cannot be
 * loaded in English either: nobody knows what to do on a page of bare keys.
 */
export async function startI18n(start: I18nStart): Promise<void> {
  sources = start;
  isEssential = start.isEssential ?? isEssential;
  const language =
    start.language ?? requestedLanguage(location.search, document.cookie) ?? start.defaultLanguage;
  saveLanguage(language);
  i18n.loadNamespaces = loadNamespaces;
  i18n.on('languageChanged', nameLanguageInDocument);
  await i18n
    .use(createLocaleBackend(start))
    .use(initReactI18next)
    .init({
      lng: language,
      supportedLngs: languages,
      load: 'languageOnly',
      // A fallback language would double every request; lint checks that all languages are complete.
      fallbackLng: false,
      ns: [...(start.namespaces ?? ['common', 'error'])],
      defaultNS: 'common',
      ...(start.resources && { resources: start.resources, partialBundledLanguages: true }),
      maxParallelReads: 10,
      maxRetries,
      retryTimeout,
      // React escapes what it renders.
      interpolation: { escapeValue: false },
      parseMissingKeyHandler: readableKey,
      saveMissing: true,
      missingKeyHandler: reportMissingText,
      react: { useSuspense: true },
    });
  checkTexts([i18n.options.ns ?? []].flat());
  if (process.env['NODE_ENV'] === 'development')
    globalThis.addEventListener('portal:texts', showChangedTexts);
}

/** Under `npm run dev`: replaces the texts of a file that was edited. */
function showChangedTexts(event: Event): void {
  if (!(event instanceof CustomEvent)) return;
  const { language, namespace, texts } = event.detail;
  i18n.addResourceBundle(language, namespace, texts, false, true);
  i18n.emit('languageChanged', i18n.language);
}

/**
 * Changes the language on the screen, in the cookie, in `<html lang>` and in the URL's `language` parameter, if it has
 * one. All namespaces in use are loaded first, so that the screen changes in one step. Rejects with ApiError
 * `network_error`, and changes nothing, when they cannot be loaded now. A later change replaces one that is loading.
 */
export async function changeLanguage(language: Language): Promise<void> {
  wanted = language;
  if (language === i18n.language) return;
  await readLanguage(language);
  if (wanted !== language) return;
  saveLanguage(language);
  await i18n.changeLanguage(language);
  replaceParameter(language);
}

/** Loads what is on the screen in another language. Rejects with ApiError when a namespace cannot be loaded. */
async function readLanguage(language: Language): Promise<void> {
  const known = sources;
  if (known === undefined) return;
  const inUse = [i18n.options.ns ?? []].flat();
  const unread = inUse.filter(
    (namespace) =>
      i18n.hasResourceBundle(i18n.language, namespace) && !i18n.hasResourceBundle(language, namespace),
  );
  const files = await Promise.all(
    unread.map(async (namespace) => {
      const texts = await readNamespaceForChange(known, [language, namespace]);
      if (texts !== undefined) i18n.addResourceBundle(language, namespace, texts);
      return texts;
    }),
  );
  if (files.includes(undefined)) throw new ApiError({ status: 0, code: 'network_error' });
}

/**
 * Loads the missing namespaces in the language on the screen, including those that failed: i18next itself does not retry
 * them. Resolves when every namespace was loaded or has failed; does not reject.
 */
export async function readMissingTexts(namespaces: readonly string[]): Promise<void> {
  if (!i18n.isInitialized) return;
  const missing = namespaces.filter((namespace) => !i18n.hasResourceBundle(i18n.language, namespace));
  const { language } = i18n;
  await Promise.all(
    missing.map(async (namespace) => {
      const texts = sources && (await readNamespaceOnce(sources, [language, namespace]));
      if (texts !== undefined) i18n.addResourceBundle(language, namespace, texts);
    }),
  );
}

/**
 * Loads the namespaces of a component before it is rendered; `again` retries namespaces that failed before. Rejects when
 * a namespace is missing afterwards.
 */
export async function requireTexts(
  namespaces: readonly string[],
  { again }: { again: boolean },
): Promise<void> {
  if (!i18n.isInitialized) return;
  await (again ? readMissingTexts(namespaces) : i18n.loadNamespaces(namespaces));
  checkTexts(namespaces);
}

function checkTexts(namespaces: readonly string[]): void {
  const missing = namespaces.filter((namespace) => !i18n.hasResourceBundle(i18n.language, namespace));
  if (missing.length > 0) throw new Error(`no texts for ${missing.join(', ')}`);
}

/** Whether a component must not be rendered because this namespace could not be loaded, in the language or in English. */
export function isMissingEssential(namespace: string): boolean {
  return isEssential(namespace) && !i18n.hasResourceBundle(i18n.language, namespace);
}

// Replaces i18next's own method, which waits for every namespace that was ever requested: a failing one would delay all
// others. A change of language loads the namespaces in `options.ns`.
async function loadNamespaces(wanted: string | readonly string[], callback?: Callback): Promise<void> {
  const namespaces = [wanted].flat();
  const known = [i18n.options.ns ?? []].flat();
  i18n.options.ns = [...new Set([...known, ...namespaces])];
  const { promise, resolve } = Promise.withResolvers<unknown>();
  i18n.services.backendConnector.load([i18n.language], namespaces, resolve);
  const error = await promise;
  callback?.(error, i18n.t);
}

function saveLanguage(language: Language): void {
  if (typeof document === 'undefined') return;
  const secure = location.protocol === 'https:' ? '; secure' : '';
  // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is not in every browser we support
  document.cookie = `${languageParameter}=${language}; path=/; max-age=${cookieSeconds}; samesite=lax${secure}`;
}

function nameLanguageInDocument(language: string): void {
  if (typeof document !== 'undefined') document.documentElement.lang = language;
}

function replaceParameter(language: Language): void {
  const url = new URL(globalThis.location.href);
  const current = url.searchParams.get(languageParameter);
  if (current === null || current === language) return;
  url.searchParams.set(languageParameter, language);
  globalThis.history.replaceState(globalThis.history.state, '', url);
}

/** Announces a text that a component wants and no locale file has; the gate refuses a release with such a text. */
function reportMissingText(_languages: readonly string[], namespace: string, key: string): void {
  const detail = `${namespace}:${key}`;
  globalThis.dispatchEvent?.(new CustomEvent('portal:missing-text', { detail }));
}

// Shown when the English texts failed to load too: `filters.sent_from` → `Sent from`.
function readableKey(key: string): string {
  const words = (key.split(/[.:]/).at(-1) ?? key).replaceAll(/[_-]/g, ' ');
  return words.charAt(0).toUpperCase() + words.slice(1);
}
