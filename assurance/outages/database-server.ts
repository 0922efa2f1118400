import { readFileSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import pg from 'pg';

/** The embedded PostgreSQL of a running portal, from outside of it. Linux only. */
export interface DatabaseServer {
  port: number;
  /** The URL of the portal's role, by which another BFF can use the server through `port`. */
  url: (port: number) => string;
  /** Kills the main process, as the kernel does when memory is short. */
  kill: () => void;
  /** Stops all of its processes, which then respond to nothing. */
  stop: () => void;
  continue: () => void;
  /** Waits until the server accepts connections and returns the time by `performance.now()`. */
  untilAccepting: () => Promise<number>;
}

/** Finds the server of a data folder. */
export function databaseServer(dataFolder: string): DatabaseServer {
  const lines = () => readFileSync(path.join(dataFolder, 'postgres/postmaster.pid'), 'utf8').split('\n');
  const mainProcess = () => Number(lines()[0]);
  const port = Number(lines()[3]);
  const password = readFileSync(path.join(dataFolder, 'portal-server-password'), 'utf8').trim();
  const url = (at: number) => `postgres://portal_server:${password}@127.0.0.1:${at}/portal`;
  let stopped: number[] = [];

  return {
    port,
    url,
    kill: () => process.kill(mainProcess(), 'SIGKILL'),
    stop: () => {
      const main = mainProcess();
      // First the main process, so that it starts no further ones.
      process.kill(main, 'SIGSTOP');
      stopped = [main, ...childrenOf(main)];
      for (const pid of stopped) signal(pid, 'SIGSTOP');
    },
    continue: () => {
      for (const pid of stopped) signal(pid, 'SIGCONT');
    },
    untilAccepting: async () => {
      for (;;) {
        const client = new pg.Client({ connectionString: url(port), connectionTimeoutMillis: 1_000 });
        client.on('error', () => undefined);
        const isAccepting = await client.connect().then(
          () => true,
          () => false,
        );
        await client.end();
        if (isAccepting) return performance.now();
        await wait(50);
      }
    },
  };
}

function childrenOf(pid: number): number[] {
  const children = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8');
  return children.split(' ').filter(Boolean).map(Number);
}

function signal(pid: number, name: NodeJS.Signals): void {
  try {
    process.kill(pid, name);
  } catch {
    // The process has ended meanwhile.
  }
}
