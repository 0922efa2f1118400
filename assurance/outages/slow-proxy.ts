import { connect, createServer, type Socket } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';

export interface SlowProxy extends AsyncDisposable {
  port: number;
  /** Delays everything that the server sends by so many milliseconds. 0 also delivers what is delayed now. */
  delay: (ms: number) => void;
}

/** Starts a TCP proxy before a local port. */
export async function startSlowProxy(target: number): Promise<SlowProxy> {
  let delayMs = 0;
  let atFullSpeed = Promise.withResolvers<void>();
  const open = new Set<Socket>();

  const forward = async (from: Socket, to: Socket, isDelayed: boolean) => {
    for await (const chunk of from) {
      if (isDelayed && delayMs > 0) await Promise.race([wait(delayMs), atFullSpeed.promise]);
      to.write(chunk);
    }
    to.end();
  };
  const server = createServer((client) => {
    const upstream = connect(target, '127.0.0.1');
    // An error also ends the loops below; without a listener, one after their end would end this process.
    for (const socket of [client, upstream]) socket.on('error', () => undefined);
    open.add(client);
    client.once('close', () => {
      open.delete(client);
      upstream.destroy();
    });
    forward(client, upstream, false).catch(() => upstream.destroy());
    forward(upstream, client, true).catch(() => client.destroy());
  });
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  server.once('error', reject);
  server.listen(0, '127.0.0.1', resolve);
  await promise;
  const address = server.address();

  return {
    port: typeof address === 'object' && address !== null ? address.port : 0,
    delay: (ms) => {
      delayMs = ms;
      if (ms === 0) atFullSpeed.resolve();
      else atFullSpeed = Promise.withResolvers<void>();
    },
    [Symbol.asyncDispose]: async () => {
      for (const client of open) client.destroy();
      await server[Symbol.asyncDispose]();
    },
  };
}
