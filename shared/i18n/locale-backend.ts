import type { BackendModule, ReadCallback } from 'i18next';
import HttpBackend from 'i18next-http-backend';

/** Where the file of one namespace in one language stands. */
export type LocaleUrl = (language: string, namespace: string) => string;

/** The answer to a read that is already under way. */
export type EarlyText = (url: string) => Promise<Response> | undefined;

/** Where else the file that an address names may stand: in an older release. */
export type OtherLocaleUrl = (url: string) => string | undefined;

export interface LocaleSources {
  localeUrl: LocaleUrl;
  otherLocaleUrl?: OtherLocaleUrl | undefined;
  early?: EarlyText | undefined;
}

export const maxRetries = 5;
const readLimitMs = 4_000;
/** After this time no attempt follows: the start and a change of language wait for every namespace that is still being read. */
const retryWindowMs = 6_000;
const lastResort = 'en';

/**
 * Reads namespaces over HTTP. A namespace that cannot be had in the wanted language comes in English instead, after
 * the last attempt: a page in the wrong language is better than none.
 */
export function createLocaleBackend({ localeUrl, otherLocaleUrl, early }: LocaleSources): BackendModule {
  const readText = textReader({ otherLocaleUrl, early });
  const http = new HttpBackend(null, {
    loadPath: ([language = lastResort], [namespace = '']) => localeUrl(language, namespace),
    request: (_options, url, _payload, callback) => {
      void readText(url).then((answer) =>
        callback(isFailed(answer) ? `status ${answer.status}` : null, answer),
      );
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
 * Reads a namespace once, outside i18next, which would first wait out the pauses between the attempts that it has under
 * way. In English when the language cannot be had; undefined when neither can.
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

/** Reads a file where it should stand, else where it may stand, too. */
function textReader({ otherLocaleUrl, early }: Pick<LocaleSources, 'otherLocaleUrl' | 'early'>) {
  return async (url: string): Promise<Answer> => {
    const answer = await readFile(url, early?.(url));
    const other = isFailed(answer) ? otherLocaleUrl?.(url) : undefined;
    if (other === undefined) return answer;
    const second = await readFile(other);
    return isFailed(second) ? answer : second;
  };
}

interface Answer {
  status: number;
  data: string;
}

// The library repeats only what has a status; a lost connection and a time-out are given status 0 for that.
async function readFile(url: string, early?: Promise<Response>): Promise<Answer> {
  try {
    const signal = AbortSignal.timeout(readLimitMs);
    const response = await (early ?? globalThis.fetch(url, { credentials: 'same-origin', signal }));
    if (!response.ok) return { status: response.status, data: '' };
    const data = await response.text();
    // A page with 200 in the place of the file, or half of it, is none.
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

function isFailed({ status }: Answer): boolean {
  return status === 0 || status >= 400;
}
