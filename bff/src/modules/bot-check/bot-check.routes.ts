import { calls } from '@portal/contract/calls';
import type { FastifyInstance } from 'fastify';
import { HttpError } from '../../http/http-error.ts';
import { addressSubject, limitRate } from '../../http/rate-limit.ts';
import { route } from '../../http/route.ts';
import type { Services } from '../../services.ts';
import { challengeSeconds, issueChallenge } from './altcha.ts';

const limit = { name: 'bot-check-challenge:address', max: 100, windowSeconds: 300 };

export async function botCheckRoutes(app: FastifyInstance, services: Services): Promise<void> {
  const { config, secrets } = services;

  route(app, services, calls.getBotCheckChallenge, async ({ request, query }) => {
    if (config.BOT_CHECK !== 'altcha') throw new HttpError('captcha_unavailable');
    await limitRate(services, limit, addressSubject(request.ip));
    const challenge = await issueChallenge(secrets, query.action);
    return { challenge, expires_in_seconds: challengeSeconds };
  });
}
