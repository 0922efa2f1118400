import type { BotCheckAction } from '@portal/contract/bot-check';
import type { FastifyBaseLogger } from 'fastify';
import type { AppContext } from '../../app-context.ts';
import { altchaProvider } from './altcha.ts';
import { recaptchaProvider } from './recaptcha.ts';

/** Who answered the check, and for what. */
export interface CheckedAttempt {
  ip: string;
  action: BotCheckAction;
  log: FastifyBaseLogger;
}

/** `ok` names the answer, so that it is good once. `unavailable` is no pass: nobody could be asked. */
export type Verdict =
  | { outcome: 'ok'; id: string; expires: Date }
  | { outcome: 'failed' }
  | { outcome: 'unavailable' };

/** Tells customers from bots by the token that a form sends along. */
export interface BotCheckProvider {
  verify: (token: string, attempt: CheckedAttempt) => Promise<Verdict>;
}

/** The provider that the settings choose; undefined where bots are not checked for. */
export function botCheckProvider({
  config,
  secrets,
}: Pick<AppContext, 'config' | 'secrets'>): BotCheckProvider | undefined {
  if (config.BOT_CHECK === 'none') return undefined;
  return config.BOT_CHECK === 'altcha' ? altchaProvider(secrets) : recaptchaProvider(config);
}
