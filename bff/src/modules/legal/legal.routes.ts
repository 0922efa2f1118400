import { readFile } from 'node:fs/promises';
import { languageSchema } from '@portal/contract/language';
import type { FastifyInstance } from 'fastify';
import * as v from 'valibot';
import { HttpError } from '../../http/http-error.ts';
import type { Services } from '../../services.ts';

/** The agreement's text. It exists in English only; every language's address leads to it until it is translated. */
export async function legalRoutes(app: FastifyInstance, { config }: Services): Promise<void> {
  app.get<{ Params: { file: string } }>('/legal/dpu/:file', async (request, reply) => {
    const [version, language, type] = request.params.file.split('.');
    const isKnown = version === config.DPU_VERSION && v.is(languageSchema, language) && type === 'html';
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
