import { setTimeout as sleep } from 'node:timers/promises';
import type pg from 'pg';
import type { RunningServer } from './process.ts';

/** A server and the connection that owns it: the connection ends when the server does. */
export interface OwnedServer {
  server: RunningServer;
  owner: pg.Client;
}

interface SupervisorOptions {
  /** Starts the server again on its port, or finds it running again, and connects. Throws if that is impossible yet. */
  restart(port: number): Promise<OwnedServer>;
  report(event: string, error?: unknown): void;
}

/** Milliseconds between attempts to restart the server: it cannot start while the disk is full. */
const pauses = { first: 100, longest: 2_000 };

/** Restarts the server whenever it ends, until `stop`. The portal's pool reconnects, because the port stays the same. */
export function supervise(first: OwnedServer, { restart, report }: SupervisorOptions) {
  let { server, owner } = first;
  const stopping = new AbortController();
  let recovery = Promise.resolve();

  const watch = () => {
    owner.once('end', () => {
      if (stopping.signal.aborted) return;
      report('the embedded PostgreSQL has ended');
      recovery = recover();
    });
  };
  const recover = async () => {
    for (let pause = pauses.first; !stopping.signal.aborted; pause = Math.min(pause * 2, pauses.longest)) {
      try {
        ({ server, owner } = await restart(server.port));
        watch();
        report('the embedded PostgreSQL runs again');
        return;
      } catch (error) {
        report('the embedded PostgreSQL does not start', error);
        await sleep(pause, undefined, { signal: stopping.signal }).catch(() => undefined);
      }
    }
  };

  const endOnExit = () => server.signal();
  process.once('exit', endOnExit);
  watch();
  return {
    stop: async () => {
      stopping.abort();
      await recovery;
      await owner.end().catch(() => undefined);
      await server.stop();
      // Removed only now: the server must also stop when a second Ctrl-C interrupts the wait above.
      process.off('exit', endOnExit);
    },
  };
}
