import { createHash } from 'node:crypto';
import { Agent, type IncomingMessage } from 'node:http';
import { sendOn } from './fault-proxy.ts';
import { startLocalServer } from './local-server.ts';

/** `before` the portal has received the request, or `after` it has responded: then the request may have had an effect. */
type Abort = 'before' | 'after';

interface CountedRequest {
  method: string;
  /** The path without what differs between builds and runs: hashes, versions, ids. */
  path: string;
  /** 1 for the first request of this method and path. */
  count: number;
}

/** Decides whether a request is aborted. */
export type ChooseAbort = (request: CountedRequest) => Abort | undefined;

/**
 * Aborts a share of all requests, half of them after the response. The same seed aborts the same requests, whatever other
 * requests are sent meanwhile.
 */
export function seededAborts(seed: string, share: number): ChooseAbort {
  return ({ method, path, count }) => {
    const bytes = createHash('sha256').update(`${seed} ${method} ${path} ${count}`).digest();
    const [chance, half] = [bytes.readUInt32BE(0), bytes.readUInt32BE(4)].map((number) => number / 2 ** 32);
    if (chance === undefined || chance >= share) return undefined;
    return half !== undefined && half < 0.5 ? 'after' : 'before';
  };
}

/** Aborts the first of every changing request after the response: its effect exists, and the page does not know. */
export const lostResponses: ChooseAbort = ({ method, count }) =>
  method !== 'GET' && count === 1 ? 'after' : undefined;

/** A proxy that aborts requests. */
export interface AbortingProxy extends AsyncDisposable {
  url: string;
  /** Number of requests. */
  requests: number;
  /** The aborted requests in order, such as `POST /v1/users/login`. */
  aborted: { request: string; abort: Abort }[];
}

interface AbortingOptions {
  choose: ChooseAbort;
  /** The address of the visitor, for limits by address. */
  visitor: string;
}

/** Listens on a free local port in front of `target`, an origin that trusts the proxy. */
export async function startAbortingProxy(
  target: string,
  { choose, visitor }: AbortingOptions,
): Promise<AbortingProxy> {
  const counts = new Map<string, number>();
  const agent = new Agent({ keepAlive: true });
  const server = await startLocalServer((incoming, response) => {
    // Browsers silently repeat a request whose connection had been used before.
    response.shouldKeepAlive = false;
    incoming.headers['x-forwarded-for'] = visitor;
    const { method = 'GET' } = incoming;
    const path = stablePath(incoming);
    const request = `${method} ${path}`;
    const count = (counts.get(request) ?? 0) + 1;
    counts.set(request, count);
    proxy.requests += 1;
    const abort = choose({ method, path, count });
    const reset = () => void response.socket?.resetAndDestroy();
    const exchange = { incoming, response, own: server.url, target, agent };
    if (abort !== undefined) proxy.aborted.push({ request, abort });
    if (abort === 'before') return reset();
    sendOn(exchange, (reply) => {
      if (abort === 'after') return void reply.resume().once('end', reset);
      response.writeHead(reply.statusCode ?? 502, { ...reply.headers, connection: 'close' });
      reply.pipe(response);
    });
  });
  const proxy: AbortingProxy = {
    url: server.url,
    requests: 0,
    aborted: [],
    [Symbol.asyncDispose]: async () => {
      await server[Symbol.asyncDispose]();
      agent.destroy();
    },
  };
  return proxy;
}

function stablePath({ url = '/' }: IncomingMessage): string {
  const { pathname } = new URL(url, 'http://portal.invalid');
  return pathname
    .replace(/\.[0-9a-f]{8}\./g, '.')
    .replace(/\d+\.\d+\.\d+-[0-9a-f]{8}/g, '*')
    .replace(/\/[a-z]{2,5}_[^/]+/g, '/*');
}
