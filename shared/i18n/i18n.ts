import { type Language, languageParameter, languages, requestedLanguage } from '@portal/contract/language';
import { type Callback, createInstance, type Resource } from 'i18next';
import { initReactI18next } from 'react-i18next';
import {
  createLocaleBackend,
  type EarlyText,
  type LocaleSources,
  type LocaleUrl,
  maxRetries,
  type OtherLocaleUrl,
  readNamespaceOnce,
} from './locale-backend.ts';

/** The portal's one i18next instance; areas add their namespaces to it by using them. */
export const i18n = createInstance();

const cookieSeconds = 30 * 24 * 60 * 60;
let sources: LocaleSources | undefined;

export interface I18nStart {
  defaultLanguage: Language;
  localeUrl: LocaleUrl;
  /** Where a file that could not be read may stand, too. */
  otherLocaleUrl?: OtherLocaleUrl | undefined;
  /** Answers to reads that the page started before this code ran, by URL; each is asked for once. */
  early?: EarlyText | undefined;
  /** Skips detection: for pre-rendering and tests. */
  language?: Language | undefined;
  /** Loaded before the first render, beside the texts that come with `resources`. */
  namespaces?: readonly string[] | undefined;
  /** Texts that are already here, by language and namespace. */
  resources?: Resource | undefined;
}

/** Starts translation: finds the visitor's language and loads the first namespaces in it. Call it once. */
export async function startI18n(start: I18nStart): Promise<void> {
  sources = start;
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
      // A fallback language would double every read; tests hold the twelve languages complete instead.
      fallbackLng: false,
      ns: [...(start.namespaces ?? ['common', 'error'])],
      defaultNS: 'common',
      ...(start.resources && { resources: start.resources, partialBundledLanguages: true }),
      maxParallelReads: 10,
      maxRetries,
      retryTimeout: 350,
      // React escapes what it renders.
      interpolation: { escapeValue: false },
      parseMissingKeyHandler: readableKey,
      react: { useSuspense: true },
    });
}

/**
 * Switches the language everywhere at once: all namespaces in use are loaded first, so nothing flashes; the cookie,
 * `<html lang>` and a `language` parameter in the address follow.
 */
export async function changeLanguage(language: Language): Promise<void> {
  if (language === i18n.language) return;
  saveLanguage(language);
  await i18n.changeLanguage(language);
  replaceParameter(language);
}

/**
 * Reads the namespaces that are not here yet in the language on the screen, failed ones included: i18next itself never
 * asks again for what it could not have. Resolves when all have been read or given up; does not reject.
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

/** Reads what a part shows, ahead of its being drawn; `again` asks anew for what could not be had. Rejects when a namespace is missing. */
export async function requireTexts(
  namespaces: readonly string[],
  { again }: { again: boolean },
): Promise<void> {
  if (!i18n.isInitialized) return;
  await (again ? readMissingTexts(namespaces) : i18n.loadNamespaces(namespaces));
  const missing = namespaces.filter((namespace) => !i18n.hasResourceBundle(i18n.language, namespace));
  if (missing.length > 0) throw new Error(`no texts for ${missing.join(', ')}`);
}

// In the place of i18next's own, which waits for every namespace that was ever asked for: one that fails would hold up all
// others. Language changes load what `options.ns` names.
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
  // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is not in every browser we support
  document.cookie = `${languageParameter}=${language}; path=/; max-age=${cookieSeconds}; samesite=lax`;
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

// Shown when not even English could be read: `filters.sent_from` → `Sent from`.
function readableKey(key: string): string {
  const words = (key.split(/[.:]/).at(-1) ?? key).replaceAll(/[_-]/g, ' ');
  return words.charAt(0).toUpperCase() + words.slice(1);
}
