import { spawn } from 'node:child_process';
import { appendFileSync } from 'node:fs';
import path from 'node:path';
import { endProcess, hasEnded, lastOutput } from '@portal/federation-cli/child-process';
import { waitFor } from './concurrency.ts';

interface ProcessRequest {
  /** Program that serves the portal, relative to the repository, and its arguments. */
  program: string;
  args: readonly string[];
  port: number;
  /** Path that returns 200 once the server is up. */
  probe: string;
  env: Record<string, string>;
  /** File that the whole output is appended to. */
  outputFile: string;
  signal: AbortSignal | undefined;
}

export interface PortalProcess {
  pid: number;
  /** The end of its output. */
  log: () => string;
  stop: () => Promise<void>;
}

/** The portal did not start; the message contains its output. */
export class PortalStartError extends Error {
  override readonly name = 'PortalStartError';
}

const root = path.resolve(import.meta.dirname, '../..');
/** Seconds, for a complete build, the database and the demonstration data on a busy machine. */
const startLimit = 600;
/** Milliseconds. The server itself stops after 15 s at most. */
const stopLimit = 20_000;

/** Starts a program and waits until it serves the portal on a local port. Throws PortalStartError after stopping the program. */
export async function startProcess({
  program,
  args,
  port,
  probe,
  env,
  outputFile,
  signal,
}: ProcessRequest): Promise<PortalProcess> {
  const child = spawn(process.execPath, [path.resolve(root, program), ...args], {
    cwd: root,
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...process.env, PORT: String(port), ...env },
  });
  const log = lastOutput(child);
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (chunk: Buffer) => appendFileSync(outputFile, chunk));
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
    await endProcess(child, stopLimit);
    throw new PortalStartError(`${error instanceof Error ? error.message : error}\n${log()}`);
  }
  return { pid: child.pid ?? 0, log, stop: () => endProcess(child, stopLimit) };
}
