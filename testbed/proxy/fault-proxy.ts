import { Agent, type IncomingMessage, request, type ServerResponse } from 'node:http';
import type { Fault } from './faults.ts';
import { startLocalServer } from './local-server.ts';

/** A proxy between a browser and a portal that responds to some requests with a fault. */
export interface FaultProxy extends AsyncDisposable {
  url: string;
  /** Requested paths with query, in order. */
  asked: string[];
  /** Number of requests that got a fault. */
  faulty: number;
  /** From now on, requests for a matching path get the fault. */
  inject: (matches: (path: string) => boolean, fault: Fault) => void;
  /** From now on, every request gets the portal's response. Requests that already hang stay so. */
  lift: () => void;
}

/** Listens on a free local port in front of `target`, an origin. */
export async function startFaultProxy(target: string): Promise<FaultProxy> {
  const rules: { matches: (path: string) => boolean; fault: Fault }[] = [];
  const agent = new Agent({ keepAlive: true });
  const server = await startLocalServer((incoming, response) => {
    const path = incoming.url ?? '/';
    proxy.asked.push(path);
    const rule = rules.find(({ matches }) => matches(path));
    if (rule === undefined)
      return sendOn({ incoming, response, own: server.url, target, agent }, (reply) => {
        response.writeHead(reply.statusCode ?? 502, reply.headers);
        reply.pipe(response);
      });
    proxy.faulty += 1;
    rule.fault({ incoming, response, fetchBody: () => fetchBody(incoming, target) });
  });
  const proxy: FaultProxy = {
    url: server.url,
    asked: [],
    faulty: 0,
    inject: (matches, fault) => void rules.push({ matches, fault }),
    lift: () => void rules.splice(0),
    [Symbol.asyncDispose]: async () => {
      await server[Symbol.asyncDispose]();
      agent.destroy();
    },
  };
  return proxy;
}

interface Exchange {
  incoming: IncomingMessage;
  response: ServerResponse;
  /** The proxy's origin. */
  own: string;
  target: string;
  agent: Agent;
}

/** Sends a request on to the portal; `receive` gets its response. Without one, the browser's connection is closed. */
export function sendOn(
  { incoming, response, own, target, agent }: Exchange,
  receive: (reply: IncomingMessage) => void,
): void {
  const { method, url = '/' } = incoming;
  const headers = { ...incoming.headers };
  // The browser sees the portal at the proxy's origin. In production only the portal's own may change anything.
  if (headers.origin === own) headers.origin = target;
  const options = { ...(method === undefined ? {} : { method }), headers, agent };
  const outgoing = request(new URL(url, target), options, receive);
  outgoing.on('error', () => response.destroy());
  response.on('close', () => outgoing.destroy());
  incoming.pipe(outgoing);
}

/** The portal's own response, uncompressed. */
async function fetchBody(incoming: IncomingMessage, target: string) {
  const headers = { cookie: incoming.headers.cookie ?? '', 'accept-encoding': 'identity' };
  const reply = await fetch(new URL(incoming.url ?? '/', target), { headers });
  return { headers: reply.headers, body: Buffer.from(await reply.arrayBuffer()) };
}
