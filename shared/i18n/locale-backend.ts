import type { BackendModule, ReadCallback } from 'i18next';
import HttpBackend, { type RequestCallback } from 'i18next-http-backend';

/** Where the file of one namespace in one language stands. */
export type LocaleUrl = (language: string, namespace: string) => string;

/** The answer to a read that is already under way. */
export type EarlyText = (url: string) => Promise<Response> | undefined;

export const maxRetries = 5;
const readLimitMs = 4_000;
const lastResort = 'en';

/**
 * Reads namespaces over HTTP. A namespace that cannot be had in the wanted language comes in English instead, after
 * the last attempt: a page in the wrong language is better than none.
 */
export function createLocaleBackend(localeUrl: LocaleUrl, early: EarlyText = () => undefined): BackendModule {
  const http = new HttpBackend(null, {
    loadPath: ([language = lastResort], [namespace = '']) => localeUrl(language, namespace),
    request: (_options, url, _payload, callback) => readFile(url, early(url), callback),
    reloadInterval: false,
  });
  const failures = new Map<string, number>();

  function read(language: string, namespace: string, callback: ReadCallback): void {
    http.read(language, namespace, (error, data) => {
      const name = `${language}/${namespace}`;
      if (!error) {
        failures.delete(name);
        return callback(null, data);
      }
      const attempts = (failures.get(name) ?? 0) + 1;
      const mayRetry = data === true && attempts <= maxRetries;
      if (mayRetry || language === lastResort) {
        failures.set(name, attempts);
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

// The library repeats only what has a status; a lost connection and a time-out are given status 0 for that.
function readFile(url: string, early: Promise<Response> | undefined, callback: RequestCallback): void {
  const signal = AbortSignal.timeout(readLimitMs);
  const response = early ?? globalThis.fetch(url, { credentials: 'same-origin', signal });
  response
    .then(async (response) => ({ status: response.status, data: response.ok ? await response.text() : '' }))
    .then(
      (answer) => callback(answer.status < 400 ? null : `status ${answer.status}`, answer),
      () => callback('no answer', { status: 0, data: '' }),
    );
}
