import { spawnSync } from 'node:child_process';
import path from 'node:path';
import type { FaultPoint } from '../fault-point.ts';

interface Ended {
  signal: NodeJS.Signals | null;
  code: number | null;
  err: string;
}

/** Runs the tool in a process of its own, which ends by SIGKILL at the given point if it gets there. */
export function runKilled(
  args: string[],
  { at, environment }: { at: FaultPoint | undefined; environment: Record<string, string | undefined> },
): Ended {
  const { signal, status, stderr } = spawnSync(
    process.execPath,
    [path.join(__dirname, '../cli.ts'), ...args],
    {
      encoding: 'utf8',
      env: {
        ...process.env,
        ...environment,
        NODE_ENV: 'test',
        ...(at === undefined ? {} : { PORTAL_FAULT: at }),
      },
    },
  );
  return { signal, code: status, err: stderr };
}
