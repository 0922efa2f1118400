import { expect, test } from '@jest/globals';
import fastify, { type FastifyBaseLogger } from 'fastify';
import { createLog } from '../log.ts';
import { logRequests } from './request-log.ts';

/** The path that the log has of a request for `url`. */
async function loggedPath(url: string): Promise<unknown> {
  const lines: string[] = [];
  const log: FastifyBaseLogger = createLog('info', { to: { write: (line) => lines.push(line) } });
  const app = fastify({ loggerInstance: log, disableRequestLogging: true });
  logRequests(app);
  await app.inject({ url });
  await app.close();
  return lines.map((line) => JSON.parse(line)).find(({ msg }) => msg === 'request completed').path;
}

test('logs the path without the query', async () => {
  expect(await loggedPath('/v1/services/svc_1/cdr?number=37255512399')).toBe('/v1/services/svc_1/cdr');
});

test('cuts a path that is longer than any of the portal', async () => {
  expect(await loggedPath(`/${'a'.repeat(15_000)}`)).toBe(`/${'a'.repeat(299)}`);
});
