import type { BotCheckAction } from '@portal/contract/bot-check';
import type { FastifyRequest } from 'fastify';
import { HttpError } from '../../http/http-error.ts';
import { addressSubject, limitRate } from '../../http/rate-limit.ts';
import type { Services } from '../../services.ts';
import { botCheckProvider } from './bot-check-provider.ts';
import { insertUsedBotCheck } from './used-bot-checks.repository.ts';

/** Tokens that one address may have checked: each can cost a call to the provider. */
const limit = { name: 'bot-check:address', max: 100, windowSeconds: 300 };

/**
 * Refuses what no customer seems to send. The token is verified here and nowhere else, and is used up by it: good once,
 * for the action it was made for. Nobody passes because the provider does not answer.
 */
export async function checkBot(
  services: Services,
  request: FastifyRequest,
  action: BotCheckAction,
  token: string | null | undefined,
): Promise<void> {
  const provider = botCheckProvider(services);
  if (provider === undefined) return;
  if (!token) throw new HttpError('captcha_required');
  await limitRate(services, limit, addressSubject(request.ip));
  const { ip, log } = request;
  const verdict = await provider.verify(token, { ip, action, log });
  if (verdict.outcome === 'unavailable')
    throw new HttpError('captcha_unavailable', { headers: { 'retry-after': '30' } });
  const isGood =
    verdict.outcome === 'ok' &&
    (await insertUsedBotCheck(services.database.system, verdict.id, verdict.expires));
  if (isGood) return;
  log.warn({ event: 'bot_check_refused', action, ip }, 'bot check refused');
  throw new HttpError('captcha_failed');
}
