import { endpoints } from '@portal/contract/endpoints';
import type { FastifyInstance } from 'fastify';
import type { AppContext } from '../../app-context.ts';
import { HttpError } from '../../http/http-error.ts';
import { addressSubject, limitRate } from '../../http/rate-limit.ts';
import { route } from '../../http/route.ts';
import { challengeSeconds, issueChallenge } from './altcha.ts';

const limit = { name: 'bot-check-challenge:address', max: 100, windowSeconds: 300 };

export async function botCheckRoutes(app: FastifyInstance, context: AppContext): Promise<void> {
  const { config, secrets } = context;

  route(app, context, endpoints.getBotCheckChallenge, async ({ request, query }) => {
    if (config.BOT_CHECK !== 'altcha') throw new HttpError('captcha_unavailable');
    await limitRate(context, limit, addressSubject(request.ip));
    const challenge = await issueChallenge(secrets, query.action);
    return { challenge, expires_in_seconds: challengeSeconds };
  });
}
