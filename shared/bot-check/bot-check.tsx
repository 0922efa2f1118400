import type { BotCheckAction } from '@portal/contract/bot-check';
import { ApiError } from '@portal/shared/api';
import { portalSettings } from '@portal/shared/area';
import { useTranslation } from '@portal/shared/i18n';
import { TextLink } from '@portal/shared/ui/core';
import {
  type ReactNode,
  Suspense,
  useEffect,
  useLayoutEffect,
  useRef,
  useState,
  useSyncExternalStore,
} from 'react';
import type { TokenSource } from './altcha.ts';
import classes from './bot-check.module.css';

/** The bot check of one form. */
export interface BotCheck {
  /** Prepares a token, so that sending does not wait. Call it when the form is first used. */
  prepare: () => void;
  /**
   * Calls `work` with a token, or without one when the portal has no bot check. A refused token, for example an expired
   * one, is renewed once. Rejects as `work` does, or with the code `captcha_unavailable`.
   */
  send: <T>(work: (captchaToken?: string) => Promise<T>) => Promise<T>;
  /** Removes what the provider added to the page. */
  stop: () => void;
}

/** Starts the bot check of the portal's provider; `onOwnBadge` is called when the provider shows a badge of its own. */
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
    } catch (error) {
      source = undefined;
      throw error;
    }
  }

  async function newToken(): Promise<string> {
    source ??= load();
    try {
      return await (await source).token();
    } catch (cause) {
      throw cause instanceof ApiError
        ? cause
        : new ApiError({ status: 0, code: 'captcha_unavailable', cause });
    }
  }

  async function prepare(): Promise<void> {
    source ??= load();
    try {
      (await source).prepare();
    } catch {
      // Sending loads the provider again, and rejects if that fails too.
    }
  }

  return {
    prepare: () => void prepare(),
    send: async (work) => {
      const first = await newToken();
      try {
        return await work(first);
      } catch (error) {
        if (isRefused(error)) return work(await newToken());
        // A token is valid once, so the next attempt needs a new one.
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

export interface BotCheckOfForm extends Pick<BotCheck, 'prepare' | 'send'> {
  /** Render it inside the form. */
  badge: ReactNode;
}

/** The bot check of a component's form; stops when the component is unmounted. */
export function useBotCheck(action: BotCheckAction): BotCheckOfForm {
  const [hasOwnBadge, setOwnBadge] = useState(false);
  const [{ prepare, send, stop }] = useState(() => startBotCheck(action, () => setOwnBadge(true)));
  // Synchronises with the elements that the provider adds to the page.
  useEffect(() => stop, [stop]);
  return { prepare, send, badge: hasOwnBadge ? null : <BotCheckBadge /> };
}

/** A note at the bottom left that names the provider of the bot check; renders nothing when there is no bot check. */
export function BotCheckBadge() {
  const { provider } = portalSettings().bot_check;
  if (provider === 'none') return null;
  return (
    <Suspense>
      <Badge provider={provider} />
    </Suspense>
  );
}

function Badge({ provider }: { provider: 'altcha' | 'recaptcha' }) {
  const { t } = useTranslation('botCheck');
  const note = useRef<HTMLParagraphElement>(null);
  const isWide = useSyncExternalStore(onResize, isWideWindow);
  // The slot that the form is in confines `fixed`, except in the top layer.
  useLayoutEffect(() => {
    if (isWide) note.current?.showPopover?.();
  }, [isWide]);
  return (
    <p
      ref={note}
      role="note"
      aria-label={t('label')}
      popover={isWide ? 'manual' : undefined}
      className={classes['badge']}
    >
      {t(provider)}
      {provider === 'recaptcha' && (
        <>
          {' · '}
          <GoogleLink page="privacy">{t('privacy')}</GoogleLink>
          {' · '}
          <GoogleLink page="terms">{t('terms')}</GoogleLink>
        </>
      )}
    </p>
  );
}

function GoogleLink({ page, children }: { page: 'privacy' | 'terms'; children: string }) {
  return (
    <TextLink quiet target="_blank" rel="noreferrer" href={`https://policies.google.com/${page}`}>
      {children}
    </TextLink>
  );
}

/** Prerendered screens have no window; their style sheet decides. */
function isWideWindow(): boolean {
  return globalThis.matchMedia?.('(min-width: 1000px)').matches ?? true;
}

function onResize(onChange: () => void): () => void {
  addEventListener('resize', onChange);
  return () => removeEventListener('resize', onChange);
}
