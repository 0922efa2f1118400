import type { BotCheckAction } from '@portal/contract/bot-check';
import { ApiError } from '@portal/shared/api';
import { portalSettings } from '@portal/shared/area';
import { type TokenSource, unavailable } from './token-source.ts';

/** The bot check of one form. */
export interface BotCheck {
  /** Call it when the form is first touched: sending then does not wait. */
  prepare: () => void;
  /**
   * Sends what `work` sends, with a token where the portal asks for one. One that is refused, because it has expired for
   * example, is renewed once. Rejects as `work` does, or with `captcha_unavailable`.
   */
  send: <T>(work: (captchaToken?: string) => Promise<T>) => Promise<T>;
  /** Takes away what the provider has put into the page. */
  stop: () => void;
}

/** Starts the check of the provider that this portal is set to; `onOwnBadge` says that the provider shows its own badge. */
export function startBotCheck(action: BotCheckAction, onOwnBadge: () => void = () => undefined): BotCheck {
  const { provider, site_key: siteKey } = portalSettings().bot_check;
  if (provider === 'none') {
    return { prepare: () => undefined, send: (work) => work(), stop: () => undefined };
  }
  let source: Promise<TokenSource> | undefined;

  async function load(): Promise<TokenSource> {
    try {
      if (provider === 'altcha') return (await import('./altcha.ts')).altcha(action);
      return (await import('./recaptcha.ts')).recaptcha(siteKey ?? '', onOwnBadge);
    } catch (cause) {
      source = undefined;
      throw unavailable(cause);
    }
  }

  async function prepare(): Promise<void> {
    source ??= load();
    try {
      (await source).prepare();
    } catch {
      // Sending tries again, and says so if that fails, too.
    }
  }

  return {
    prepare: () => void prepare(),
    send: async (work) => {
      source ??= load();
      const { token } = await source;
      const first = await token();
      try {
        return await work(first);
      } catch (error) {
        if (isRefused(error)) return work(await token());
        // The next attempt needs a token of its own.
        void prepare();
        throw error;
      }
    },
    stop: () => void source?.then(({ stop }) => stop?.()).catch(() => undefined),
  };
}

function isRefused(error: unknown): boolean {
  return error instanceof ApiError && ['captcha_failed', 'captcha_required'].includes(error.code);
}
