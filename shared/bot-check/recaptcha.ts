import { i18n } from '@portal/shared/i18n';
import type { TokenSource } from './altcha.ts';

interface Grecaptcha {
  ready: (callback: () => void) => void;
  render: (container: HTMLElement, options: object) => number;
  execute: (widget: number) => void;
  reset: (widget: number) => void;
}

declare global {
  var grecaptcha: Grecaptcha | undefined;
}

/** Milliseconds. A script that a blocker delays fires no error event. */
const scriptLimit = 10_000;
/** Milliseconds. Google may show a puzzle, and does not report when the customer closes it. */
const tokenLimit = 120_000;

let script: Promise<Grecaptcha> | undefined;

interface Widget {
  grecaptcha: Grecaptcha;
  container: HTMLElement;
  id: number;
}

/** Invisible reCAPTCHA with Google's badge at the bottom left. Loads Google's script with the first `prepare` or `token`. */
export function recaptcha(siteKey: string, onBadge: () => void): TokenSource {
  let widget: Promise<Widget> | undefined;
  let waiting = Promise.withResolvers<string>();

  async function render(): Promise<Widget> {
    try {
      script ??= loadScript();
      const grecaptcha = await script;
      const container = document.body.appendChild(document.createElement('div'));
      const id = grecaptcha.render(container, {
        sitekey: siteKey,
        size: 'invisible',
        badge: 'bottomleft',
        callback: (token: string) => waiting.resolve(token),
        'error-callback': () => waiting.reject(new Error('reCAPTCHA failed')),
      });
      onBadge();
      return { grecaptcha, container, id };
    } catch (error) {
      widget = undefined;
      script = undefined;
      throw error;
    }
  }

  function rendered(): Promise<Widget> {
    widget ??= render();
    return widget;
  }

  return {
    prepare: () => void rendered().catch(() => undefined),
    token: async () => {
      const { grecaptcha, id } = await rendered();
      waiting = Promise.withResolvers();
      const { promise, reject } = waiting;
      const limit = setTimeout(() => reject(new Error('reCAPTCHA timed out')), tokenLimit);
      grecaptcha.reset(id);
      grecaptcha.execute(id);
      return promise.finally(() => clearTimeout(limit));
    },
    stop: () => {
      void widget?.then(({ container }) => container.remove()).catch(() => undefined);
      widget = undefined;
    },
  };
}

async function loadScript(): Promise<Grecaptcha> {
  const element = document.createElement('script');
  const address = new URL('https://www.google.com/recaptcha/api.js');
  address.search = new URLSearchParams({ render: 'explicit', hl: i18n.language }).toString();
  element.src = address.href;
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  element.addEventListener('load', () => resolve());
  element.addEventListener('error', () => reject(new Error('reCAPTCHA could not be loaded')));
  const limit = setTimeout(() => reject(new Error('reCAPTCHA timed out')), scriptLimit);
  document.head.append(element);
  try {
    await promise;
    const { grecaptcha } = globalThis;
    if (grecaptcha === undefined) throw new Error('reCAPTCHA is missing');
    await new Promise<void>((ready) => grecaptcha.ready(ready));
    return grecaptcha;
  } catch (error) {
    element.remove();
    throw error;
  } finally {
    clearTimeout(limit);
  }
}
