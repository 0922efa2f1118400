import { once } from 'node:events';
import { request as httpRequest } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { expect, test } from '@jest/globals';
import { type FastifyRequest, fastify } from 'fastify';
import { handleErrors } from '../http/error-handler.ts';
import { leavePlace } from '../http/held-places.ts';
import { type AccountLoad, createAccountLoad } from './account-load.ts';
import { sharePages } from './page-share.ts';

/** An application whose pages are ready when `finish` is called. Its requests name the page that they want. */
async function slowPages() {
  const app = fastify();
  const begun: string[] = [];
  const waiting: (() => void)[] = [];
  await app.register(async (scope) => {
    sharePages(scope, createAccountLoad({ RATE_LIMIT_FACTOR: 1 }));
    scope.get<{ Params: { name: string } }>('/:name', async ({ params }) => {
      begun.push(params.name);
      await new Promise<void>((resolve) => waiting.push(resolve));
      return 'page';
    });
  });
  app.get('/healthz', async () => 'ok');
  const finish = () => waiting.splice(0).forEach((resolve) => void resolve());
  const get = (name: string, remoteAddress: string) => app.inject({ url: `/${name}`, remoteAddress });
  /** Waits for requests that have begun; every turn gives the others their chance to begin wrongly, too. */
  const untilBegun = async (count: number) => {
    while (begun.length < count) await new Promise(setImmediate);
    for (let turn = 0; turn < 20; turn += 1) await new Promise(setImmediate);
  };
  return { app, begun, finish, get, untilBegun };
}

test('pages of one address wait for each other, those of others do not', async () => {
  const { app, begun, finish, get, untilBegun } = await slowPages();
  const flood = Array.from({ length: 12 }, (_, index) => get(`flood-${index}`, '192.0.2.1'));
  await untilBegun(4);
  expect(begun).toEqual(['flood-0', 'flood-1', 'flood-2', 'flood-3']);
  const other = get('other', '192.0.2.2');
  await untilBegun(5);
  expect(begun.at(-1)).toBe('other');
  expect((await get('healthz', '192.0.2.1')).body).toBe('ok');
  for (let count = 8; count <= 13; count += 4) {
    finish();
    await untilBegun(Math.min(count + 1, 13));
  }
  finish();
  for (const { statusCode } of await Promise.all([...flood, other])) expect(statusCode).toBe(200);
  expect(begun).toHaveLength(13);
  await app.close();
});

test('refusals that wait let the pages of their address pass', async () => {
  const app = fastify();
  const waiting = Promise.withResolvers<void>();
  const beforeRefusal = async (request: FastifyRequest) => {
    leavePlace(request);
    await waiting.promise;
  };
  handleErrors(app, { beforeRefusal });
  await app.register(async (scope) => {
    sharePages(scope, createAccountLoad({ RATE_LIMIT_FACTOR: 1 }));
    scope.get('/page', async () => 'page');
    scope.get('/*', (_request, reply) => reply.callNotFound());
  });
  const refused = Array.from({ length: 8 }, () => app.inject('/missing'));
  expect((await app.inject('/page')).body).toBe('page');
  waiting.resolve();
  for (const { statusCode } of await Promise.all(refused)) expect(statusCode).toBe(404);
  await app.close();
});

test.each(['/page', '/missing'])(
  'requests for %s that are answered from memory meet in the share',
  async (path) => {
    const app = fastify();
    const load = createAccountLoad({ RATE_LIMIT_FACTOR: 1 });
    let inside = 0;
    let most = 0;
    const run: AccountLoad['run'] = (subject, shared, work) =>
      load.run(subject, shared, () => {
        inside += 1;
        most = Math.max(most, inside);
        return work().finally(() => {
          inside -= 1;
        });
      });
    await app.register(async (scope) => {
      sharePages(scope, { ...load, run });
      scope.get('/page', async () => 'page');
      scope.get('/*', (_request, reply) => reply.callNotFound());
    });
    await app.listen({ host: '127.0.0.1', port: 0 });
    const { port } = app.server.address() as AddressInfo;
    let connections = 0;
    app.server.on('connection', () => {
      connections += 1;
    });
    const clients = Array.from({ length: 12 }, () => connect(port, '127.0.0.1'));
    const answers = clients.map((client) => once(client, 'data'));
    while (connections < clients.length) await new Promise(setImmediate);
    // The server reads all of them in one turn.
    for (const client of clients) client.write(`GET ${path} HTTP/1.1\r\nHost: x\r\n\r\n`);
    await Promise.all(answers);
    for (const client of clients) client.destroy();
    await app.close();
    expect(most).toBe(4);
  },
);

test('a page that nobody waits for any longer is not prepared', async () => {
  const { app, begun, finish, untilBegun } = await slowPages();
  await app.listen({ host: '127.0.0.1', port: 0 });
  const { port } = app.server.address() as AddressInfo;
  const visit = (name: string) => {
    const visitor = httpRequest({ host: '127.0.0.1', port, path: `/${name}`, agent: false });
    visitor.end();
    return visitor;
  };
  const patient = ['a', 'b', 'c', 'd'].map(visit);
  const answers = patient.map(async (visitor) => {
    const [response] = await once(visitor, 'response');
    response.resume();
    return response.statusCode;
  });
  await untilBegun(4);
  const arrived = once(app.server, 'request');
  const impatient = visit('impatient');
  impatient.once('error', () => undefined);
  const [{ socket }] = await arrived;
  const left = once(socket, 'close');
  impatient.destroy();
  await left;
  finish();
  expect(await Promise.all(answers)).toEqual([200, 200, 200, 200]);
  const next = visit('next');
  const answer = once(next, 'response');
  await untilBegun(5);
  expect(begun.toSorted()).toEqual(['a', 'b', 'c', 'd', 'next']);
  finish();
  const [response] = await answer;
  response.resume();
  await app.close();
});
