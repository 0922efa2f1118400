import type { BotCheckAction } from '@portal/contract/bot-check';
import { endpoints } from '@portal/contract/endpoints';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { AppContext } from '../../app/context.ts';
import { route } from '../../app/route.ts';
import { HttpError } from '../../errors/http-error.ts';
import { limitRate, limitRates, limitsOfAddress } from '../../http/rate-limit.ts';
import { recordEvent } from '../../http/security-log.ts';
import { type AttemptSubject, placeOf, placeOfBrowser } from '../../sessions/known-browser.ts';
import { altchaProvider, challengeSeconds, issueChallenge } from './altcha.ts';
import { type BotCheckProvider, insertUsedBotCheck, type Verdict } from './bot-check-provider.ts';
import { recaptchaProvider } from './recaptcha.ts';

/** Tokens that one address, or one account's known browsers, may have checked: each can cost a request to the provider. */
const checkLimit = { name: 'bot-check:address', max: 100, windowSeconds: 300 };

interface BotChecked {
  action: BotCheckAction;
  token: string | null | undefined;
  /** Who the attempt counts for; by default the network address. */
  subject?: AttemptSubject;
}

/** Throws unless the token passes the bot check. A token works once, for its action. No response is no pass. */
export async function checkBot(
  context: AppContext,
  request: FastifyRequest,
  { action, token, subject }: BotChecked,
): Promise<void> {
  const provider = botCheckProvider(context);
  if (provider === undefined) return;
  if (!token) throw new HttpError('captcha_required');
  await limitRate(context, checkLimit, placeOf(request, subject));
  const { ip, log } = request;
  const verdict = await provider.verify(token, { ip, action, log });
  const outcome = await markUsed(context, verdict);
  if (outcome === 'ok') return;
  recordEvent(request, 'bot_check_failed', { how: `${action}_${outcome}` });
  if (outcome === 'unavailable')
    throw new HttpError('captcha_unavailable', { headers: { 'retry-after': '30' } });
  throw new HttpError('captcha_failed');
}

/** The provider that the settings choose; undefined when bots are not checked for. */
function botCheckProvider({ config, secrets }: AppContext): BotCheckProvider | undefined {
  if (config.BOT_CHECK === 'none') return undefined;
  return config.BOT_CHECK === 'altcha' ? altchaProvider(secrets) : recaptchaProvider(config);
}

async function markUsed({ database }: AppContext, verdict: Verdict): Promise<Verdict['outcome'] | 'used'> {
  if (verdict.outcome !== 'ok') return verdict.outcome;
  const isFirst = await insertUsedBotCheck(database.system, verdict.id, verdict.expires);
  return isFirst ? 'ok' : 'used';
}

const challengeLimit = { name: 'bot-check-challenge:address', max: 100, windowSeconds: 300 };
const challengeNetworkLimit = { name: 'bot-check-challenge:network', max: 400, windowSeconds: 300 };

/** Counts a challenge for the browser's account, or for an unknown browser's address. Throws 429 when there were too many. */
async function limitChallenges(context: AppContext, request: FastifyRequest): Promise<void> {
  const place = await placeOfBrowser(context, request);
  const ofAddress = limitsOfAddress(request.ip, challengeLimit, challengeNetworkLimit);
  const isUnknown = ofAddress.some(([, subject]) => subject === place);
  await limitRates(context, isUnknown ? ofAddress : [[challengeLimit, place]]);
}

export async function botCheckRoutes(app: FastifyInstance, context: AppContext): Promise<void> {
  const { config, secrets } = context;

  route(app, context, endpoints.getBotCheckChallenge, async ({ request, query }) => {
    if (config.BOT_CHECK !== 'altcha') throw new HttpError('captcha_unavailable');
    await limitChallenges(context, request);
    const challenge = await issueChallenge(secrets, query.action);
    return { challenge, expires_in_seconds: challengeSeconds };
  });
}
