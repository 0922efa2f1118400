import { readFile } from 'node:fs/promises';
import { languageSchema } from '@portal/contract/account-fields';
import { agreement } from '@portal/contract/agreement';
import { devMailsSchema } from '@portal/contract/dev-mail';
import type { FastifyInstance } from 'fastify';
import * as v from 'valibot';
import type { AppContext } from '../../app/context.ts';
import { paceProbes } from '../../app/pace-probes.ts';
import { sharePages } from '../../app/page-share.ts';
import { isMigrated, migrationNames } from '../../database/migrate.ts';
import { HttpError, unavailable } from '../../errors/http-error.ts';
import { sendProblem } from '../../http/error-handler.ts';
import { listDevMail } from '../../mail/mailer.ts';

/** How long the answer of the database holds: probes, however many, ask it once in this time. */
const readyMs = 1_000;

/** Health endpoints for monitoring. They are in no share: none is refused, those of a flood wait. */
export async function platformRoutes(
  app: FastifyInstance,
  { database, readiness, isStopping }: AppContext,
): Promise<void> {
  const migrations = await migrationNames();
  paceProbes(app);

  app.get('/healthz', { logLevel: 'warn' }, async () => ({ success: true }));

  const isComplete = once(readyMs, () => isMigrated(database, migrations).catch(() => false));
  app.get('/readyz', { logLevel: 'warn' }, async (request, reply) => {
    // Not thrown: errors in the log alarm, and a stop is none.
    if (isStopping()) return sendProblem(request, reply, unavailable());
    for (const isMet of readiness) if (!(await isMet())) throw unavailable();
    if (!(await isComplete())) throw unavailable();
    return { success: true };
  });
}

/** Asks at most once in a time; what asks meanwhile gets the same answer. */
function once<Answer>(holdsMs: number, ask: () => Promise<Answer>): () => Promise<Answer> {
  let last: { answer: Promise<Answer>; until: number } | undefined;
  return () => {
    if (last !== undefined && performance.now() < last.until) return last.answer;
    const asked = { answer: ask(), until: Number.POSITIVE_INFINITY };
    const hold = () => {
      asked.until = performance.now() + holdsMs;
    };
    asked.answer.then(hold, hold);
    last = asked;
    return asked.answer;
  };
}

/** The development mailbox. The route does not exist with SMTP or in production. */
export async function devMailRoutes(app: FastifyInstance, { config, database }: AppContext): Promise<void> {
  if (config.SMTP_URL !== undefined || config.PORTAL_ENV === 'production') return;
  app.get('/dev/mail', async () => v.parse(devMailsSchema, { items: await listDevMail(database.system) }));
}

/** Serves the agreement's text. It exists in English only; every language's URL returns it until it is translated. */
export async function legalRoutes(app: FastifyInstance, { load }: AppContext): Promise<void> {
  sharePages(app, load);
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
