import { spawn } from 'node:child_process';
import { existsSync, mkdirSync } from 'node:fs';
import { createServer } from 'node:net';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { endProcess, hasEnded, lastOutput } from './child-process.ts';
import type { StagedSet } from './staged-sets.ts';
import { TrialImpossible, type TrialSettings } from './trial-run.ts';

/** A server whose API answers the pages of a trial run. */
export interface Backend extends AsyncDisposable {
  origin: string;
}

/** Milliseconds, for a server that has to prepare its database first. */
const startLimit = 120_000;
/** Milliseconds after which a server that does not stop is killed. */
const stopLimit = 15_000;

/** Settings of the machine that a program needs in order to start; others could lead it to real data. */
const inherited = ['PATH', 'HOME', 'TMPDIR', 'LANG', 'TZ'];

/** The environment of a server that must not work on the data of another portal. */
export function environmentOfServer(environment: NodeJS.ProcessEnv): Record<string, string | undefined> {
  return Object.fromEntries(inherited.map((name) => [name, environment[name] ?? process.env[name]]));
}

/** The origin of `settings.backend`, or the server program of portal.json on a free local port. Throws TrialImpossible. */
export async function openBackend(settings: TrialSettings, set: StagedSet): Promise<Backend> {
  if (settings.backend !== undefined)
    return { origin: new URL(settings.backend).origin, [Symbol.asyncDispose]: async () => undefined };
  const { facts, root } = settings;
  const program = path.join(root, facts.server);
  if (!existsSync(program))
    throw new TrialImpossible(
      `there is no server for its pages: ${program} does not exist`,
      'Name a portal whose API answers the pages: --backend <origin>, or PORTAL_BACKEND.',
    );
  return startProgram(program, settings, set);
}

async function startProgram(
  program: string,
  { facts, root, dataFolder, environment }: TrialSettings,
  { folder, publicKey }: StagedSet,
): Promise<Backend> {
  const port = await freePort();
  const data = path.join(dataFolder, 'server');
  // A database server may run as another user, who needs access.
  mkdirSync(data, { recursive: true, mode: 0o755 });
  const child = spawn(process.execPath, [program], {
    cwd: root,
    stdio: ['ignore', 'pipe', 'pipe'],
    env: {
      ...environmentOfServer(environment),
      ...facts.trial_run.environment,
      PORT: String(port),
      DATA_DIR: data,
      PORTAL_DIR: folder,
      COMPOSITION_PUBLIC_KEY: publicKey,
    },
  });
  const output = lastOutput(child);
  const origin = `http://localhost:${port}`;
  const stop = () => endProcess(child, stopLimit);
  const deadline = Date.now() + startLimit;
  while (!(await isServing(origin))) {
    if (!hasEnded(child) && Date.now() < deadline) {
      await wait(100);
      continue;
    }
    await stop();
    throw new TrialImpossible(
      `the server for its pages did not start: ${output() || 'it printed nothing'}`,
      `Run ${facts.server} and read its output, or name a running portal with --backend <origin>.`,
    );
  }
  return { origin, [Symbol.asyncDispose]: stop };
}

async function isServing(origin: string): Promise<boolean> {
  return fetch(origin).then(
    ({ ok }) => ok,
    () => false,
  );
}

function freePort(): Promise<number> {
  const { promise, resolve, reject } = Promise.withResolvers<number>();
  const server = createServer().on('error', reject);
  server.listen(0, '127.0.0.1', () => {
    const address = server.address();
    const port = typeof address === 'object' ? (address?.port ?? 0) : 0;
    server.close(() => resolve(port));
  });
  return promise;
}
