import { type ChildProcess, spawn } from 'node:child_process';
import { createServer } from 'node:net';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';

interface ProcessRequest {
  /** Program of the repository that serves the portal. */
  program: string;
  port: number;
  env: Record<string, string>;
  /** Seconds in which it must be ready. */
  startLimit: number;
  signal?: AbortSignal;
}

export interface PortalProcess {
  /** The end of its output. */
  log: () => string;
  stop: () => Promise<void>;
}

/** The portal did not start; the message contains its output. */
export class PortalStartError extends Error {
  override readonly name = 'PortalStartError';
}

const root = path.resolve(import.meta.dirname, '../..');
/** Seconds. The server itself stops after 15 s at most. */
const stopLimit = 20;

/** Starts a program and waits until it serves the portal on a local port. Throws PortalStartError after stopping the program. */
export async function startProcess(request: ProcessRequest): Promise<PortalProcess> {
  const { program, port, env } = request;
  const child = spawn(process.execPath, [path.join(root, program)], {
    cwd: root,
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...process.env, PORT: String(port), ...env },
  });
  const log = lastOutput(child);
  try {
    await untilReady(child, request);
  } catch (error) {
    await end(child);
    throw new PortalStartError(`${error instanceof Error ? error.message : error}\n${log()}`);
  }
  return { log, stop: () => end(child) };
}

async function untilReady(child: ChildProcess, { port, startLimit, signal }: ProcessRequest): Promise<void> {
  const deadline = Date.now() + startLimit * 1000;
  while (Date.now() < deadline) {
    if (signal?.aborted) throw new Error('Interrupted while the portal was starting:');
    if (hasEnded(child))
      throw new Error(`The portal ended at start, ${child.signalCode ?? `code ${child.exitCode}`}:`);
    const response = await fetch(`http://localhost:${port}/readyz`).catch(() => undefined);
    if (response?.ok) return;
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

/** A process that was ended by a signal has no exit code. */
function hasEnded({ exitCode, signalCode }: ChildProcess): boolean {
  return exitCode !== null || signalCode !== null;
}

/** Reads the output, so that the pipes do not fill up, and returns its end. */
function lastOutput(child: ChildProcess): () => string {
  let text = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream?.on('data', (chunk: Buffer) => {
      text = (text + chunk.toString()).slice(-4000);
    });
  }
  return () => text.trim();
}

/** A free local port. */
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
