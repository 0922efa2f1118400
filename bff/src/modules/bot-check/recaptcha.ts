import * as v from 'valibot';
import type { Config } from '../../config/config.ts';
import { hashToken } from '../../secrets/tokens.ts';
import type { BotCheckProvider } from './bot-check-provider.ts';

/** A customer waits for it: after this the check counts as not available. */
const limitMilliseconds = 4_000;
/** Google's tokens live two minutes; used ones are remembered for longer than that. */
const lifeMilliseconds = 5 * 60_000;

const answerSchema = v.object({
  success: v.boolean(),
  hostname: v.optional(v.string()),
  'error-codes': v.optional(v.array(v.string()), []),
});

/** What is the token's fault; anything else, a wrong secret for example, is the portal's own or Google's. */
const refusals = ['missing-input-response', 'invalid-input-response', 'timeout-or-duplicate'];

type Settings = Pick<Config, 'RECAPTCHA_URL' | 'RECAPTCHA_SECRET' | 'PUBLIC_URL'>;

/** reCAPTCHA, invisible (version 2): Google is asked about each token. What it does not answer is no pass. */
export function recaptchaProvider({
  RECAPTCHA_URL,
  RECAPTCHA_SECRET = '',
  PUBLIC_URL,
}: Settings): BotCheckProvider {
  async function ask(token: string, ip: string): Promise<v.InferOutput<typeof answerSchema>> {
    const response = await fetch(RECAPTCHA_URL, {
      method: 'POST',
      body: new URLSearchParams({ secret: RECAPTCHA_SECRET, response: token, remoteip: ip }),
      // The secret goes to the configured address and nowhere else.
      redirect: 'error',
      signal: AbortSignal.timeout(limitMilliseconds),
    });
    if (!response.ok) throw new Error(`siteverify answered ${response.status}`);
    return v.parse(answerSchema, await response.json());
  }

  return {
    verify: async (token, { ip, log }) => {
      try {
        const { success, hostname, 'error-codes': codes } = await ask(token, ip);
        // A token of another site that uses the same keys is not one of this portal's forms.
        if (success && hostname === new URL(PUBLIC_URL).hostname) {
          const id = `recaptcha:${hashToken(token).toString('base64url')}`;
          return { outcome: 'ok', id, expires: new Date(Date.now() + lifeMilliseconds) };
        }
        if (success || (codes.length > 0 && codes.every((code) => refusals.includes(code))))
          return { outcome: 'failed' };
        log.error({ codes }, 'reCAPTCHA refuses to answer');
      } catch (error) {
        log.error({ err: error }, 'reCAPTCHA cannot be asked');
      }
      return { outcome: 'unavailable' };
    },
  };
}
