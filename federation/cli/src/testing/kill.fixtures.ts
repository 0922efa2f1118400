import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
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
    [path.join(__dirname, 'cli-without-trial-run.ts'), ...args],
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

interface PortalProcess {
  /** Resolves when the tool has printed a text since the last call; rejects after 30 seconds. */
  printed(text: string): Promise<void>;
  stop(): Promise<void>;
}

/** Starts the tool in a process of its own, for commands that do not end. */
export function startPortalProcess(
  args: string[],
  environment: Record<string, string | undefined>,
): PortalProcess {
  const child = spawn(process.execPath, [path.join(__dirname, '../cli.ts'), ...args], {
    env: { ...process.env, ...environment },
  });
  const ended = once(child, 'close');
  let output = '';
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (data: Buffer) => {
      output += data.toString();
    });
  return {
    async printed(text) {
      const deadline = performance.now() + 30_000;
      while (!output.includes(text)) {
        if (child.exitCode !== null || performance.now() > deadline)
          throw new Error(`portal ${args.join(' ')} has not printed "${text}":\n${output}`);
        await new Promise((resolve) => setTimeout(resolve, 50));
      }
      output = '';
    },
    async stop() {
      child.kill();
      await ended;
    },
  };
}
