import { readFile } from 'node:fs/promises';
import { agreement } from '@portal/contract/agreement';
import { languageSchema } from '@portal/contract/language-schema';
import type { FastifyInstance } from 'fastify';
import * as v from 'valibot';
import { HttpError } from '../../http/http-error.ts';

/** The agreement's text. It exists in English only; every language's address leads to it until it is translated. */
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
