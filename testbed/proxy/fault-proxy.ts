import {
  Agent,
  createServer,
  type IncomingMessage,
  request,
  type Server,
  type ServerResponse,
} from 'node:http';
import type { Socket } from 'node:net';
import type { Fault } from './faults.ts';

/** A proxy between a browser and a portal that responds to some requests with a fault. */
export class FaultProxy {
  readonly url: string;
  /** Requested paths with query, in order. */
  readonly asked: string[] = [];
  /** Number of requests that got a fault. */
  faulty = 0;
  readonly #server: Server;
  readonly #sockets: Set<Socket>;
  readonly #rules: { matches: (path: string) => boolean; fault: Fault }[];

  private constructor(server: Server, state: ProxyState) {
    this.#server = server;
    this.#sockets = state.sockets;
    this.#rules = state.rules;
    this.url = `http://localhost:${portOf(server)}`;
  }

  /** Listens on a free local port in front of `target`, an origin. */
  static async start(target: string): Promise<FaultProxy> {
    const state: ProxyState = { sockets: new Set(), rules: [] };
    const agent = new Agent({ keepAlive: true });
    let proxy: FaultProxy | undefined;
    const server = createServer((incoming, response) => {
      const path = incoming.url ?? '/';
      proxy?.asked.push(path);
      const rule = state.rules.find(({ matches }) => matches(path));
      const forward = () => passOn({ incoming, response, target, agent });
      if (rule === undefined) return void forward();
      if (proxy !== undefined) proxy.faulty += 1;
      rule.fault({ incoming, response, fetchBody: () => fetchBody(incoming, target) });
    });
    server.on('connection', (socket) => {
      state.sockets.add(socket);
      socket.on('close', () => state.sockets.delete(socket));
      socket.on('error', () => undefined);
    });
    const { promise, resolve } = Promise.withResolvers<void>();
    server.listen(0, '127.0.0.1', resolve);
    await promise;
    server.on('close', () => agent.destroy());
    proxy = new FaultProxy(server, state);
    return proxy;
  }

  /** From now on, requests for a matching path get the fault. */
  inject(wanted: RegExp | ((path: string) => boolean), fault: Fault): void {
    this.#rules.push({ matches: wanted instanceof RegExp ? (path) => wanted.test(path) : wanted, fault });
  }

  /** From now on, every request gets the portal's response. Requests that already hang stay so. */
  lift(): void {
    this.#rules.length = 0;
  }

  async stop(): Promise<void> {
    const { promise, resolve } = Promise.withResolvers<void>();
    this.#server.close(() => resolve());
    for (const socket of this.#sockets) socket.destroy();
    await promise;
  }
}

interface ProxyState {
  sockets: Set<Socket>;
  rules: { matches: (path: string) => boolean; fault: Fault }[];
}

interface Exchange {
  incoming: IncomingMessage;
  response: ServerResponse;
  target: string;
  agent: Agent;
}

function passOn({ incoming, response, target, agent }: Exchange): void {
  const { method, headers, url } = incoming;
  const options = { ...(method === undefined ? {} : { method }), headers, agent };
  const outgoing = request(new URL(url ?? '/', target), options, (reply) => {
    response.writeHead(reply.statusCode ?? 502, reply.headers);
    reply.pipe(response);
  });
  outgoing.on('error', () => response.destroy());
  response.on('close', () => outgoing.destroy());
  incoming.pipe(outgoing);
}

/** The portal's own response, uncompressed. */
async function fetchBody(incoming: IncomingMessage, target: string) {
  const headers = { cookie: incoming.headers.cookie ?? '', 'accept-encoding': 'identity' };
  const reply = await fetch(new URL(incoming.url ?? '/', target), { headers });
  return { status: reply.status, headers: reply.headers, body: Buffer.from(await reply.arrayBuffer()) };
}

function portOf(server: Server): number {
  const address = server.address();
  return typeof address === 'object' && address !== null ? address.port : 0;
}
