import { spawn } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';

export interface KeptDatabase {
  /** URL for the role of the server. */
  url: string;
  /** URL for the role that owns the database. */
  ownerUrl: string;
  stop(): Promise<void>;
}

const program = path.resolve(import.meta.dirname, '../../bff/src/testing/keep-database.ts');

/** Starts the portal's embedded database in a process of its own, which restarts it whenever it ends. */
export async function keepDatabase(dataFolder: string): Promise<KeptDatabase> {
  const child = spawn(process.execPath, [program, dataFolder], { stdio: ['pipe', 'pipe', 'inherit'] });
  const ended = once(child, 'exit');
  const failed = ended.then(([code]) => {
    throw new Error(`the database ended with ${code}`);
  });
  // Its end is expected later.
  failed.catch(() => undefined);
  const [line] = await Promise.race([once(child.stdout, 'data'), failed]);
  return {
    ...JSON.parse(String(line)),
    stop: async () => {
      child.stdin.end();
      await ended;
    },
  };
}
