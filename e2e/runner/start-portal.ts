import { type ChildProcess, spawn } from 'node:child_process';
import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';

export interface Portal {
  url: string;
  /** Undefined for a portal that was running already and did not say. */
  dataFolder: string | undefined;
  stop: () => Promise<void>;
}

/** The portal did not come up; the message holds what it said. */
export class PortalStartError extends Error {
  override readonly name = 'PortalStartError';
}

const root = path.resolve(import.meta.dirname, '../..');
/** Seconds. A first build of everything and the demonstration data included. */
const startLimit = 180;
/** Seconds. The server cuts its own stop short after 15. */
const stopLimit = 20;

/**
 * Starts the product as `npm start` does, on a free port of this machine and with data of its own. Throws
 * PortalStartError, and leaves nothing behind, when it does not come up or `signal` aborts the wait.
 */
export async function startPortal(signal: AbortSignal): Promise<Portal> {
  const port = await freePort();
  const url = `http://localhost:${port}`;
  const dataFolder = await mkdtemp(path.join(tmpdir(), 'portal-e2e-'));
  // As root the database runs under another account, which has to get in.
  await chmod(dataFolder, 0o755);
  const child = spawn(process.execPath, [path.join(root, 'tooling/commands/start.ts')], {
    cwd: root,
    stdio: ['ignore', 'pipe', 'pipe'],
    env: {
      ...process.env,
      PORT: String(port),
      PUBLIC_URL: url,
      DATA_DIR: dataFolder,
      PORTAL_ENV: 'development',
      LOG_LEVEL: 'warn',
      RATE_LIMIT_FACTOR: '1000',
    },
  });
  const said = lastWords(child);
  const stop = async () => {
    await end(child);
    await rm(dataFolder, { recursive: true, force: true });
  };
  try {
    await untilReady(child, url, signal);
  } catch (error) {
    await stop();
    throw new PortalStartError(`${error instanceof Error ? error.message : error}\n${said()}`);
  }
  return { url, dataFolder, stop };
}

/** A portal that somebody else runs and stops. */
export function joinPortal(url: string, dataFolder: string | undefined): Portal {
  return { url: url.replace(/\/$/, ''), dataFolder, stop: async () => undefined };
}

async function untilReady(child: ChildProcess, url: string, signal: AbortSignal): Promise<void> {
  const deadline = Date.now() + startLimit * 1000;
  while (Date.now() < deadline) {
    if (signal.aborted) throw new Error('Interrupted while the portal was starting:');
    if (hasEnded(child))
      throw new Error(`The portal ended at start, ${child.signalCode ?? `code ${child.exitCode}`}:`);
    const answer = await fetch(`${url}/readyz`).catch(() => undefined);
    if (answer?.ok) return;
    await wait(200);
  }
  throw new Error(`The portal was not ready after ${startLimit} s:`);
}

async function end(child: ChildProcess): Promise<void> {
  if (hasEnded(child)) return;
  const { promise, resolve } = Promise.withResolvers<void>();
  child.once('exit', () => resolve());
  child.kill('SIGTERM');
  const overtime = setTimeout(() => child.kill('SIGKILL'), stopLimit * 1000);
  await promise;
  clearTimeout(overtime);
}

/** A process that a signal ended has no exit code. */
function hasEnded({ exitCode, signalCode }: ChildProcess): boolean {
  return exitCode !== null || signalCode !== null;
}

/** Keeps the pipes empty, and the end of what came through them. */
function lastWords(child: ChildProcess): () => string {
  let text = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream?.on('data', (chunk: Buffer) => {
      text = (text + chunk.toString()).slice(-4000);
    });
  }
  return () => text.trim();
}

async function freePort(): Promise<number> {
  const server = createServer();
  const { promise, resolve, reject } = Promise.withResolvers<number>();
  server.on('error', reject);
  server.listen(0, '127.0.0.1', () => {
    const address = server.address();
    const port = typeof address === 'object' && address !== null ? address.port : 0;
    server.close(() => resolve(port));
  });
  return promise;
}
