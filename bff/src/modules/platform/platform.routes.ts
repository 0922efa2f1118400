import { readFile } from 'node:fs/promises';
import { languageSchema } from '@portal/contract/account-fields';
import { agreement } from '@portal/contract/agreement';
import { devMailsSchema } from '@portal/contract/dev-mail';
import type { FastifyInstance } from 'fastify';
import * as v from 'valibot';
import type { AppContext } from '../../app/context.ts';
import { isMigrated, migrationNames } from '../../database/migrate.ts';
import { HttpError, unavailable } from '../../errors/http-error.ts';
import { listDevMail } from '../../mail/mailer.ts';

/** Health endpoints for monitoring. */
export async function platformRoutes(
  app: FastifyInstance,
  { database, readiness }: AppContext,
): Promise<void> {
  const migrations = await migrationNames();

  app.get('/healthz', { logLevel: 'warn' }, async () => ({ success: true }));

  app.get('/readyz', { logLevel: 'warn' }, async () => {
    for (const isMet of readiness) if (!(await isMet())) throw unavailable();
    if (!(await isMigrated(database, migrations).catch(() => false))) throw unavailable();
    return { success: true };
  });
}

/** The development mailbox. The route does not exist with SMTP or in production. */
export async function devMailRoutes(app: FastifyInstance, { config, database }: AppContext): Promise<void> {
  if (config.SMTP_URL !== undefined || config.PORTAL_ENV === 'production') return;
  app.get('/dev/mail', async () => v.parse(devMailsSchema, { items: await listDevMail(database.system) }));
}

/** Serves the agreement's text. It exists in English only; every language's URL returns it until it is translated. */
export async function legalRoutes(app: FastifyInstance): Promise<void> {
  app.get<{ Params: { file: string } }>('/legal/dpu/:file', async (request, reply) => {
    const [version, language, type] = request.params.file.split('.');
    const isKnown = version === agreement.version && v.is(languageSchema, language) && type === 'html';
    if (!isKnown) throw new HttpError('not_found');
    const text = await readText(version);
    return reply.type('text/html; charset=utf-8').header('cache-control', 'public, max-age=3600').send(text);
  });
}

async function readText(version: string): Promise<string> {
  const file = new URL(`../../../legal/dpu-${version}.html`, import.meta.url);
  return readFile(file, 'utf8').catch((cause) => {
    throw new HttpError('not_found', { cause });
  });
}
