import type { BotCheckAction } from '@portal/contract/bot-check';
import type { FastifyRequest } from 'fastify';
import type { AppContext } from '../../app-context.ts';
import { HttpError } from '../../http/http-error.ts';
import { addressSubject, limitRate } from '../../http/rate-limit.ts';
import { recordEvent } from '../../security-log/security-log.ts';
import { botCheckProvider, type Verdict } from './bot-check-provider.ts';
import { insertUsedBotCheck } from './used-bot-checks.repository.ts';

/** Tokens that one address may have checked: each can cost a call to the provider. */
const limit = { name: 'bot-check:address', max: 100, windowSeconds: 300 };

/**
 * Refuses what no customer seems to send. The token is verified here and nowhere else, and is used up by it: good once,
 * for the action it was made for. Nobody passes because the provider does not answer.
 */
export async function checkBot(
  context: AppContext,
  request: FastifyRequest,
  action: BotCheckAction,
  token: string | null | undefined,
): Promise<void> {
  const provider = botCheckProvider(context);
  if (provider === undefined) return;
  if (!token) throw new HttpError('captcha_required');
  await limitRate(context, limit, addressSubject(request.ip));
  const { ip, log } = request;
  const verdict = await provider.verify(token, { ip, action, log });
  const outcome = await useUp(context, verdict);
  if (outcome === 'ok') return;
  recordEvent(request, 'bot_check_failed', { how: `${action}_${outcome}` });
  if (outcome === 'unavailable')
    throw new HttpError('captcha_unavailable', { headers: { 'retry-after': '30' } });
  throw new HttpError('captcha_failed');
}

async function useUp({ database }: AppContext, verdict: Verdict): Promise<Verdict['outcome'] | 'used'> {
  if (verdict.outcome !== 'ok') return verdict.outcome;
  const isFirst = await insertUsedBotCheck(database.system, verdict.id, verdict.expires);
  return isFirst ? 'ok' : 'used';
}
