import { type ChildProcess, spawn } from 'node:child_process';
import { existsSync, mkdirSync } from 'node:fs';
import { createServer } from 'node:net';
import { constants } from 'node:os';
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

const endWithParent = new URL('./end-with-parent.ts', import.meta.url).href;
const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;

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
  const child = spawn(process.execPath, ['--import', endWithParent, program], {
    cwd: root,
    // A terminal's signals reach this process only, which ends the server with it.
    detached: true,
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
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
  const stop = endingOf(child);
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

/** Ends the server when it is called or when this process gets a signal, which then ends too, with the exit code of a shell. */
function endingOf(child: ChildProcess): () => Promise<void> {
  let ending: Promise<void> | undefined;
  // A second SIGTERM would kill the server while it stops.
  const end = () => {
    ending ??= endProcess(child, stopLimit);
    return ending;
  };
  const leave = (signal: (typeof signals)[number]) =>
    void end().then(() => process.exit(128 + constants.signals[signal]));
  for (const signal of signals) process.on(signal, leave);
  return async () => {
    await end();
    for (const signal of signals) process.off(signal, leave);
  };
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
