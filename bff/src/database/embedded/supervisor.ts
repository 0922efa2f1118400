import { setTimeout as sleep } from 'node:timers/promises';
import type pg from 'pg';
import type { RunningServer } from './process.ts';

/** A server and a connection to it, which ends when the server does. */
export interface ConnectedServer {
  server: RunningServer;
  client: pg.Client;
}

interface SupervisorOptions {
  /** Starts the server again, or finds that another process has, and connects. Throws if that is impossible yet. */
  restart(): Promise<ConnectedServer>;
  /** The server that runs now: another process may have started it while this one could not connect. */
  find(): Promise<RunningServer | undefined>;
  /** Ends the use of the server. Returns whether nobody else uses it. */
  leave(): boolean;
  /** Whether no other portal owns the server. */
  isFree(client: pg.Client): Promise<boolean>;
  report(event: string, error?: unknown): void;
}

/** Milliseconds between attempts to restart the server: it cannot start while the disk is full. */
const pauses = { first: 100, longest: 2_000 };

/** Restarts the server whenever it ends, until `stop`. Its last user stops it, also when the process exits. */
export function supervise(
  first: ConnectedServer,
  { restart, find, report, leave, isFree }: SupervisorOptions,
) {
  let { server, client } = first;
  const stopping = new AbortController();
  let recovery = Promise.resolve();

  const watch = () => {
    client.once('end', () => {
      if (stopping.signal.aborted) return;
      report('the embedded PostgreSQL has ended');
      recovery = recover();
    });
  };
  const recover = async () => {
    for (let pause = pauses.first; !stopping.signal.aborted; pause = Math.min(pause * 2, pauses.longest)) {
      try {
        ({ server, client } = await restart());
        watch();
        report('the embedded PostgreSQL runs again');
        return;
      } catch (error) {
        report('the embedded PostgreSQL does not start', error);
        await sleep(pause, undefined, { signal: stopping.signal }).catch(() => undefined);
      }
    }
  };

  const endOnExit = () => {
    if (leave()) server.signal();
  };
  process.once('exit', endOnExit);
  watch();
  return {
    /** The port on which the server runs, or ran last. */
    port: () => server.port,
    stop: async () => {
      stopping.abort();
      await recovery;
      const mayStop = await isFree(client).catch(() => true);
      await client.end().catch(() => undefined);
      if (leave() && mayStop) await (await find())?.stop();
      // Removed only now: the server must also stop when a second Ctrl-C interrupts the wait above.
      process.off('exit', endOnExit);
    },
  };
}
