import type { FastifyInstance } from 'fastify';
import type { AppContext } from '../../app-context.ts';
import { openapiDocument } from './openapi-document.ts';

export async function openapiRoutes(app: FastifyInstance, { config, sessions }: AppContext): Promise<void> {
  let text: string | undefined;
  app.get('/openapi.json', async (_request, reply) => {
    const { cookieName } = sessions;
    text ??= JSON.stringify(
      openapiDocument({ title: `${config.BRAND} portal`, url: config.PUBLIC_URL, cookieName }),
    );
    return reply.type('application/json').header('cache-control', 'no-cache').send(text);
  });
}
