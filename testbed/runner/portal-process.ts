import { type ChildProcess, spawn } from 'node:child_process';
import path from 'node:path';
import { waitFor } from './concurrency.ts';

interface ProcessRequest {
  /** Program that serves the portal, relative to the repository, and its arguments. */
  program: string;
  args: readonly string[];
  port: number;
  /** Path that returns 200 once the server is up. */
  probe: string;
  env: Record<string, string>;
  signal: AbortSignal | undefined;
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
/** Seconds, for a complete build, the database and the demonstration data. */
const startLimit = 180;
/** Seconds. The server itself stops after 15 s at most. */
const stopLimit = 20;

/** Starts a program and waits until it serves the portal on a local port. Throws PortalStartError after stopping the program. */
export async function startProcess({
  program,
  args,
  port,
  probe,
  env,
  signal,
}: ProcessRequest): Promise<PortalProcess> {
  const child = spawn(process.execPath, [path.resolve(root, program), ...args], {
    cwd: root,
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...process.env, PORT: String(port), ...env },
  });
  const log = lastOutput(child);
  const isReady = async () => {
    if (signal?.aborted) throw new Error('Interrupted while the portal was starting:');
    if (hasEnded(child))
      throw new Error(`The portal ended at start, ${child.signalCode ?? `code ${child.exitCode}`}:`);
    const response = await fetch(`http://localhost:${port}${probe}`).catch(() => undefined);
    return response?.ok || undefined;
  };
  try {
    await waitFor('The portal was not ready', isReady, startLimit);
  } catch (error) {
    await end(child);
    throw new PortalStartError(`${error instanceof Error ? error.message : error}\n${log()}`);
  }
  return { log, stop: () => end(child) };
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
