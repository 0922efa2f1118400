import { type ChildProcess, spawn } from 'node:child_process';
import { createServer } from 'node:net';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';

interface ProcessRequest {
  /** Program of the repository that ends up serving the portal. */
  program: string;
  port: number;
  env: Record<string, string>;
  /** Seconds until it has to be ready. */
  startLimit: number;
  signal?: AbortSignal;
}

export interface PortalProcess {
  /** The end of what it has said. */
  said: () => string;
  stop: () => Promise<void>;
}

/** The portal did not come up; the message holds what it said. */
export class PortalStartError extends Error {
  override readonly name = 'PortalStartError';
}

const root = path.resolve(import.meta.dirname, '../..');
/** Seconds. The server cuts its own stop short after 15. */
const stopLimit = 20;

/** Runs a program until it serves the portal on a port of this machine. Throws PortalStartError, with nothing left running. */
export async function startProcess(request: ProcessRequest): Promise<PortalProcess> {
  const { program, port, env } = request;
  const child = spawn(process.execPath, [path.join(root, program)], {
    cwd: root,
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...process.env, PORT: String(port), ...env },
  });
  const said = lastWords(child);
  try {
    await untilReady(child, request);
  } catch (error) {
    await end(child);
    throw new PortalStartError(`${error instanceof Error ? error.message : error}\n${said()}`);
  }
  return { said, stop: () => end(child) };
}

async function untilReady(child: ChildProcess, { port, startLimit, signal }: ProcessRequest): Promise<void> {
  const deadline = Date.now() + startLimit * 1000;
  while (Date.now() < deadline) {
    if (signal?.aborted) throw new Error('Interrupted while the portal was starting:');
    if (hasEnded(child))
      throw new Error(`The portal ended at start, ${child.signalCode ?? `code ${child.exitCode}`}:`);
    const answer = await fetch(`http://localhost:${port}/readyz`).catch(() => undefined);
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

/** A port of this machine that nobody listens on. */
export async function freePort(): Promise<number> {
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
