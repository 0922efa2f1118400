import { once } from 'node:events';
import { connect, createServer, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';

export interface DatabaseProxy {
  /** The database's URL through the proxy. */
  url: string;
  /** Forwards nothing, while connections stay open: like a stopped server or a lost network. */
  silence(): void;
  /** Forwards again, what was sent meanwhile too. */
  resume(): void;
  /** Never forwards anything again on the connections that are open now; new ones work. */
  lose(): void;
  /** The number of lost connections on which something was sent. */
  lostUses(): number;
  /** Delays everything that the database sends by so many milliseconds. */
  delay(ms: number): void;
  stop(): Promise<void>;
}

/** Starts a TCP proxy before a database. */
export async function startDatabaseProxy(databaseUrl: string): Promise<DatabaseProxy> {
  const target = new URL(databaseUrl);
  let delayMs = 0;
  let silence = Promise.withResolvers<void>();
  silence.resolve();
  const open = new Set<Socket>();
  const lost = new Set<Socket>();
  const used = new Set<Socket>();

  const forward = async (client: Socket, from: Socket, to: Socket) => {
    for await (const chunk of from) {
      if (from === client && lost.has(client)) used.add(client);
      if (from !== client && delayMs > 0) await sleep(delayMs);
      await silence.promise;
      if (!lost.has(client)) to.write(chunk);
    }
    if (!lost.has(client)) to.end();
  };
  const server = createServer((client) => {
    const upstream = connect(Number(target.port), target.hostname);
    open.add(client);
    client.once('close', () => open.delete(client));
    for (const [from, to] of [
      [client, upstream],
      [upstream, client],
    ] as const)
      forward(client, from, to).catch(() => to.destroy());
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  const url = new URL(databaseUrl);
  url.port = String(typeof address === 'object' ? address?.port : '');

  return {
    url: url.href,
    silence: () => {
      silence = Promise.withResolvers<void>();
    },
    resume: () => silence.resolve(),
    lose: () => {
      for (const client of open) lost.add(client);
    },
    lostUses: () => used.size,
    delay: (ms) => {
      delayMs = ms;
    },
    stop: async () => {
      silence.resolve();
      for (const client of open) client.destroy();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
