import type { BackendModule, ReadCallback } from 'i18next';
import HttpBackend from 'i18next-http-backend';

/** URL of the file of one namespace in one language. */
export type LocaleUrl = (language: string, namespace: string) => string;

/** The response to a request for this URL that is already under way. */
export type EarlyText = (url: string) => Promise<Response> | undefined;

/** Another URL of the same file: in an older release. */
export type OtherLocaleUrl = (url: string) => string | undefined;

export interface LocaleSources {
  localeUrl: LocaleUrl;
  otherLocaleUrl?: OtherLocaleUrl | undefined;
  early?: EarlyText | undefined;
}

export const maxRetries = 5;
const readLimitMs = 4_000;
/** No retry starts later than this: start-up and a change of language wait for every namespace that is being loaded. */
const retryWindowMs = 6_000;
const lastResort = 'en';

/**
 * Loads namespaces over HTTP. When a namespace cannot be loaded in the requested language, it is loaded in English after
 * the last attempt: a page in the wrong language is better than no page.
 */
export function createLocaleBackend({ localeUrl, otherLocaleUrl, early }: LocaleSources): BackendModule {
  const readText = textReader({ otherLocaleUrl, early });
  const http = new HttpBackend(null, {
    loadPath: ([language = lastResort], [namespace = '']) => localeUrl(language, namespace),
    request: (_options, url, _payload, callback) => {
      void readText(url).then((file) => callback(isFailed(file) ? `status ${file.status}` : null, file));
    },
    reloadInterval: false,
  });
  const failures = new Map<string, { attempts: number; since: number }>();

  function read(language: string, namespace: string, callback: ReadCallback): void {
    const started = Date.now();
    http.read(language, namespace, (error, data) => {
      const name = `${language}/${namespace}`;
      if (!error) {
        failures.delete(name);
        return callback(null, data);
      }
      const { attempts, since } = failures.get(name) ?? { attempts: 0, since: started };
      const mayRetry = data === true && attempts < maxRetries && Date.now() - since < retryWindowMs;
      if (mayRetry || language === lastResort) {
        if (mayRetry) failures.set(name, { attempts: attempts + 1, since });
        else failures.delete(name);
        return callback(toError(error), mayRetry);
      }
      failures.delete(name);
      http.read(lastResort, namespace, (lastError, english) =>
        callback(lastError ? toError(lastError) : null, lastError ? false : english),
      );
    });
  }

  return { type: 'backend', callbackApi: true, init: () => undefined, read };
}

function toError(error: unknown): Error {
  return error instanceof Error ? error : new Error(String(error));
}

/**
 * Loads a namespace once, without i18next, which would first wait for the pauses between its own attempts. Returns the
 * English texts when the language fails, and undefined when English fails too.
 */
export function readNamespaceOnce(
  { localeUrl, otherLocaleUrl }: LocaleSources,
  [language, namespace]: [language: string, namespace: string],
): Promise<object | undefined> {
  const readText = textReader({ otherLocaleUrl });
  const read = async (from: string): Promise<object | undefined> => {
    const { status, data } = await readText(localeUrl(from, namespace));
    return status === 200 ? JSON.parse(data) : undefined;
  };
  return read(language).then((texts) => texts ?? read(lastResort));
}

/** Reads a file from its URL, or from its other URL when the first fails. */
function textReader({ otherLocaleUrl, early }: Pick<LocaleSources, 'otherLocaleUrl' | 'early'>) {
  return async (url: string): Promise<TextFile> => {
    const file = await readFile(url, early?.(url));
    const other = isFailed(file) ? otherLocaleUrl?.(url) : undefined;
    if (other === undefined) return file;
    const second = await readFile(other);
    return isFailed(second) ? file : second;
  };
}

interface TextFile {
  status: number;
  data: string;
}

// Lost connections and time-outs get status 0, because the library retries only requests that have a status.
async function readFile(url: string, early?: Promise<Response>): Promise<TextFile> {
  try {
    const signal = AbortSignal.timeout(readLimitMs);
    const response = await (early ?? globalThis.fetch(url, { credentials: 'same-origin', signal }));
    if (!response.ok) return { status: response.status, data: '' };
    const data = await response.text();
    // A server may send an HTML page or half of the file with status 200.
    return isJson(data) ? { status: 200, data } : { status: 404, data: '' };
  } catch {
    return { status: 0, data: '' };
  }
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

function isFailed({ status }: TextFile): boolean {
  return status === 0 || status >= 400;
}
