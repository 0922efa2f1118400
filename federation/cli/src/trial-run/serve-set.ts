import { request as httpRequest, type IncomingHttpHeaders, type IncomingMessage } from 'node:http';
import { request as httpsRequest } from 'node:https';
import type { PortalFacts } from '@portal/federation-contract/portal-facts';
import type { DeliveryConfig } from '@portal/federation-server/page-policies';
import { portalPages } from '@portal/federation-server/portal-pages';
import { type FastifyInstance, fastify } from 'fastify';
import * as v from 'valibot';
import type { StagedSet } from './staged-sets.ts';
import { TrialImpossible } from './trial-run.ts';

export interface ServedSet extends AsyncDisposable {
  origin: string;
}

// What delivery itself reads; a portal adds members.
const configSchema = v.looseObject({
  brand: v.string(),
  instance: v.string(),
  environment: v.picklist(['production', 'staging', 'development', 'test']),
  default_language: v.string(),
});
type PageConfig = v.InferOutput<typeof configSchema>;

/** The configuration in the pages of a running portal. Throws TrialImpossible. */
export async function readPageConfig(origin: string): Promise<PageConfig> {
  const html = await fetch(origin).then(
    (response) => response.text(),
    () => '',
  );
  const [, after = ''] = html.split('<script type="application/json" id="portal-config">');
  const [text] = after.split('</script>', 1);
  const config = v.safeParse(v.pipe(v.string(), v.parseJson(), configSchema), text);
  if (config.success) return config.output;
  throw new TrialImpossible(
    `${origin} serves no page of a portal`,
    'Name the origin of a running portal with --backend.',
  );
}

interface ServeRequest {
  config: PageConfig;
  facts: PortalFacts;
  /** What the clock of the API seems to show, in milliseconds since 1970. */
  moment: number;
  /** Origin that answers the server's own paths. */
  backend: string;
}

/** Serves a staged set on a free local port, with the plugin that serves every portal; the API is the backend's. */
export async function serveSet(
  { folder, publicKey }: StagedSet,
  { config, moment, facts, backend }: ServeRequest,
): Promise<ServedSet> {
  const app = fastify({ forceCloseConnections: true });
  await app.register(portalPages, {
    portalFolder: folder,
    config: { ...config, bff_base_address: '/', signature_public_key: publicKey } satisfies DeliveryConfig,
    acceptedCompositions: { find: async () => undefined, save: async () => undefined },
    isSecure: false,
    requestedLanguage: () => null,
    facts,
  });
  // What pages report is read in the browser.
  app.post('/portal/*', (_request, reply) => reply.code(204).send());
  await app.register(async (inner) => forwardServerPaths(inner, { moment, facts, backend }));
  const address = await app.listen({ port: 0, host: '127.0.0.1' });
  return { origin: `http://localhost:${new URL(address).port}`, [Symbol.asyncDispose]: () => app.close() };
}

function forwardServerPaths(
  app: FastifyInstance,
  { moment, facts, backend }: Omit<ServeRequest, 'config'>,
): void {
  const date = new Date(moment).toUTCString();
  app.removeAllContentTypeParsers();
  // The body is passed on as it arrives.
  app.addContentTypeParser('*', (_request, payload, done) => done(null, payload));
  for (const name of facts.server_paths)
    for (const url of [`/${name}`, `/${name}/*`])
      app.all(url, async (request, reply) => {
        const response = await forward(request.raw, backend);
        reply.code(response.statusCode ?? 502).headers({ ...pageHeaders(response.headers), date });
        return reply.send(response);
      });
}

function forward(incoming: IncomingMessage, backend: string): Promise<IncomingMessage> {
  const { promise, resolve, reject } = Promise.withResolvers<IncomingMessage>();
  const target = new URL(incoming.url ?? '/', backend);
  const { origin, referer, connection: _, ...headers } = incoming.headers;
  const outgoing = (target.protocol === 'https:' ? httpsRequest : httpRequest)(
    target,
    {
      method: incoming.method ?? 'GET',
      headers: {
        ...headers,
        host: target.host,
        // The backend accepts requests of its own pages only.
        ...(origin === undefined ? {} : { origin: target.origin }),
        ...(referer === undefined ? {} : { referer: `${target.origin}/` }),
      },
    },
    resolve,
  );
  outgoing.on('error', reject);
  incoming.pipe(outgoing);
  return promise;
}

/** Without what belongs to the connection, and with cookies that the local server may set. */
function pageHeaders({
  connection: _,
  'keep-alive': __,
  'transfer-encoding': ___,
  'strict-transport-security': ____,
  ...headers
}: IncomingHttpHeaders): IncomingHttpHeaders {
  const cookies = headers['set-cookie']?.map((cookie) => cookie.replace(/; *domain=[^;]*/i, ''));
  return { ...headers, ...(cookies && { 'set-cookie': cookies }) };
}
