import type { ChildProcess } from 'node:child_process';

/** Asks a process to end and waits until it has. Kills it after `limit` milliseconds. */
export async function endProcess(child: ChildProcess, limit: number): Promise<void> {
  if (hasEnded(child)) return;
  const { promise, resolve } = Promise.withResolvers<void>();
  child.once('exit', () => resolve());
  child.kill('SIGTERM');
  const overtime = setTimeout(() => child.kill('SIGKILL'), limit);
  await promise;
  clearTimeout(overtime);
}

/** A process that was ended by a signal has no exit code. */
export function hasEnded({ exitCode, signalCode }: ChildProcess): boolean {
  return exitCode !== null || signalCode !== null;
}

/** Reads the output, so that the pipes do not fill up. Returns its last 4,000 characters when called. */
export function lastOutput(child: ChildProcess): () => string {
  let text = '';
  for (const stream of [child.stdout, child.stderr])
    stream?.on('data', (chunk: Buffer) => {
      text = (text + chunk.toString()).slice(-4000);
    });
  return () => text.trim();
}
