import type { CodeSources } from '@portal/federation-server/page-policies';
import * as v from 'valibot';
import type { Config } from '../../config/config.ts';
import { hashToken } from '../../secrets/secrets.ts';
import type { BotCheckProvider } from './bot-check-provider.ts';

/** After this time the check counts as unavailable, because a customer is waiting. */
const limitMilliseconds = 4_000;
/** Google's tokens are valid for two minutes; used ones are stored longer than that. */
const lifeMilliseconds = 5 * 60_000;

const verdictSchema = v.object({
  success: v.boolean(),
  hostname: v.optional(v.string()),
  'error-codes': v.optional(v.array(v.string()), []),
});

/** Error codes about the token. Any other code, such as a wrong secret, is the portal's or Google's fault. */
const refusals = ['missing-input-response', 'invalid-input-response', 'timeout-or-duplicate'];

type Settings = Pick<Config, 'RECAPTCHA_URL' | 'RECAPTCHA_SECRET' | 'PUBLIC_URL'>;

/** Verifies invisible reCAPTCHA (version 2) tokens with Google. No response from Google is no pass. */
export function recaptchaProvider({
  RECAPTCHA_URL,
  RECAPTCHA_SECRET = '',
  PUBLIC_URL,
}: Settings): BotCheckProvider {
  async function ask(token: string, ip: string): Promise<v.InferOutput<typeof verdictSchema>> {
    const response = await fetch(RECAPTCHA_URL, {
      method: 'POST',
      body: new URLSearchParams({ secret: RECAPTCHA_SECRET, response: token, remoteip: ip }),
      // Redirects fail: the secret goes only to the configured URL.
      redirect: 'error',
      signal: AbortSignal.timeout(limitMilliseconds),
    });
    if (!response.ok) throw new Error(`siteverify returned ${response.status}`);
    return v.parse(verdictSchema, await response.json());
  }

  return {
    verify: async (token, { ip, log }) => {
      try {
        const { success, hostname, 'error-codes': codes } = await ask(token, ip);
        // Rejects tokens of another site that uses the same keys.
        if (success && hostname === new URL(PUBLIC_URL).hostname) {
          const id = `recaptcha:${hashToken(token).toString('base64url')}`;
          return { outcome: 'ok', id, expires: new Date(Date.now() + lifeMilliseconds) };
        }
        if (success || (codes.length > 0 && codes.every((code) => refusals.includes(code))))
          return { outcome: 'failed' };
        log.error({ codes }, 'reCAPTCHA returned errors');
      } catch (error) {
        log.error({ err: error }, 'reCAPTCHA is unreachable');
      }
      return { outcome: 'unavailable' };
    },
  };
}

/**
 * What Google requires of a page with reCAPTCHA (developers.google.com/recaptcha/docs/faq). Its script changes without
 * notice and sets URLs and markup of its own, so a page with it cannot require hashes: docs/decisions/0013-bot-check.md.
 */
export const recaptchaSources: CodeSources = {
  scripts: ['https://www.google.com/recaptcha/', 'https://www.gstatic.com/recaptcha/'],
  frames: ['https://www.google.com/recaptcha/', 'https://recaptcha.google.com/recaptcha/'],
  connections: ['https://www.google.com/recaptcha/'],
  // It writes its badge with style attributes (github.com/google/recaptcha/issues/107).
  styles: "style-src-attr 'unsafe-inline'",
};
