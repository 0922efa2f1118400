import type { BackendModule, ReadCallback } from 'i18next';

/** URL of the file of one namespace in one language. */
export type LocaleUrl = (language: string, namespace: string) => string;

/** The response to a request for this URL that is already under way. */
export type EarlyText = (url: string) => Promise<Response> | undefined;

/** The next URL of the same file: in another copy, or in an older release. Undefined at the end. */
export type OtherLocaleUrl = (url: string) => string | undefined;

/** Whether a file has the content that was released. Rejects when that cannot be found out. */
export type IsReleasedText = (url: string, content: ArrayBuffer) => Promise<boolean>;

export interface LocaleSources {
  localeUrl: LocaleUrl;
  otherLocaleUrl?: OtherLocaleUrl | undefined;
  early?: EarlyText | undefined;
  /** A file that it refuses is treated like one that is missing. */
  isReleasedText?: IsReleasedText | undefined;
}

export const maxRetries = 5;
/** Milliseconds before the first retry; each later pause is twice as long. */
export const retryTimeout = 350;
/** The customer waits for the message that a change of language has failed. */
const changeRetries = 3;
const readLimitMs = 4_000;
/** No retry starts later than this: start-up and a change of language wait for every namespace that is being loaded. */
const retryWindowMs = 6_000;
const lastResort = 'en';

/**
 * Loads namespaces over HTTP. When a namespace cannot be loaded in the requested language, it is loaded in English after
 * the last attempt: a page in the wrong language is better than no page.
 */
export function createLocaleBackend(sources: LocaleSources): BackendModule {
  const failures = new Map<string, { attempts: number; since: number }>();

  async function read(language: string, namespace: string, callback: ReadCallback): Promise<void> {
    const name = `${language}/${namespace}`;
    const started = Date.now();
    const { status, texts } = await readTexts(sources, language, namespace);
    const { attempts, since } = failures.get(name) ?? { attempts: 0, since: started };
    const mayRetry = isTemporary(status) && attempts < maxRetries && Date.now() - since < retryWindowMs;
    if (mayRetry) failures.set(name, { attempts: attempts + 1, since });
    else failures.delete(name);
    if (texts !== undefined) return callback(null, texts);
    if (mayRetry || language === lastResort) return callback(new Error(`status ${status}`), mayRetry);
    const english = await readTexts(sources, lastResort, namespace);
    callback(english.texts ? null : new Error(`status ${english.status}`), english.texts ?? false);
  }

  return {
    type: 'backend',
    callbackApi: true,
    init: () => undefined,
    read: (language, namespace, callback) => void read(language, namespace, callback),
  };
}

/**
 * Loads a namespace once, without i18next, which would first wait for the pauses between its own attempts. Returns the
 * English texts when the language fails, and undefined when English fails too.
 */
export async function readNamespaceOnce(
  { localeUrl, otherLocaleUrl, isReleasedText }: LocaleSources,
  [language, namespace]: [language: string, namespace: string],
): Promise<object | undefined> {
  const sources = { localeUrl, otherLocaleUrl, isReleasedText };
  const { texts } = await readTexts(sources, language, namespace);
  return texts ?? (await readTexts(sources, lastResort, namespace)).texts;
}

/**
 * Loads a namespace for a change of language: repeats attempts that fail for the moment, then returns undefined, because the
 * language on the screen is better than another one in English. A file that is missing or was altered is replaced by the
 * English one.
 */
export async function readNamespaceForChange(
  { localeUrl, otherLocaleUrl, isReleasedText }: LocaleSources,
  [language, namespace]: [language: string, namespace: string],
): Promise<object | undefined> {
  const sources = { localeUrl, otherLocaleUrl, isReleasedText };
  const started = Date.now();
  for (let attempt = 0; ; attempt += 1) {
    const { status, texts } = await readTexts(sources, language, namespace);
    if (texts !== undefined) return texts;
    if (!isTemporary(status)) return (await readTexts(sources, lastResort, namespace)).texts;
    const pause = retryTimeout * 2 ** attempt;
    if (attempt === changeRetries || Date.now() + pause - started > retryWindowMs) return undefined;
    await new Promise((resolve) => setTimeout(resolve, pause));
  }
}

/** Reads a file from its URL, or from one of its other URLs when that fails. */
async function readTexts(sources: LocaleSources, language: string, namespace: string): Promise<TextFile> {
  const url = sources.localeUrl(language, namespace);
  const file = await readFile(sources, url, sources.early?.(url));
  if (file.texts !== undefined) return file;
  for (
    let other = sources.otherLocaleUrl?.(url);
    other !== undefined;
    other = sources.otherLocaleUrl?.(other)
  ) {
    const next = await readFile(sources, other);
    if (next.texts !== undefined) return next;
  }
  return file;
}

interface TextFile {
  /** HTTP status; 0 for a lost connection or a time-out. */
  status: number;
  texts?: object | undefined;
}

async function readFile(
  { isReleasedText }: LocaleSources,
  url: string,
  early?: Promise<Response>,
): Promise<TextFile> {
  const signal = AbortSignal.timeout(readLimitMs);
  const request = (cache: RequestCache) => fetch(url, { credentials: 'same-origin', cache, signal });
  try {
    let response = await (early ?? request('default'));
    for (const isLast of [false, true]) {
      if (!response.ok) return { status: response.status };
      const content = await response.arrayBuffer();
      // A server may send an HTML page or half of the file with status 200.
      if ((await isReleasedText?.(url, content)) ?? true) return parseTexts(content);
      // The damaged copy may be the browser's own.
      if (!isLast) response = await request('reload');
    }
    return { status: 404 };
  } catch {
    return { status: 0 };
  }
}

function parseTexts(content: ArrayBuffer): TextFile {
  try {
    return { status: 200, texts: JSON.parse(new TextDecoder().decode(content)) };
  } catch {
    return { status: 404 };
  }
}

function isTemporary(status: number): boolean {
  return status === 0 || (status >= 500 && status < 600);
}
