import { spawn } from 'node:child_process';

export interface ProcessResult {
  /** Exit code; 1 for a process that was killed or could not start. */
  code: number;
  stdout: string;
  stderr: string;
}

interface ProcessOptions {
  cwd: string;
  timeoutSeconds?: number;
  env?: Record<string, string>;
}

/** Runs a script on this very Node and collects what it prints. A process that overstays is ended and has failed. */
export async function runNode(
  args: string[],
  { cwd, timeoutSeconds = 600, env }: ProcessOptions,
): Promise<ProcessResult> {
  const child = spawn(process.execPath, args, {
    cwd,
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...process.env, FORCE_COLOR: '0', NO_COLOR: '1', ...env },
  });
  const stdout: Buffer[] = [];
  const stderr: Buffer[] = [];
  child.stdout.on('data', (chunk: Buffer) => stdout.push(chunk));
  child.stderr.on('data', (chunk: Buffer) => stderr.push(chunk));
  const { promise, resolve } = Promise.withResolvers<number>();
  child.on('error', (error) => {
    stderr.push(Buffer.from(error.message));
    resolve(1);
  });
  child.on('close', (code) => resolve(code ?? 1));
  const overtime = setTimeout(() => {
    stderr.push(Buffer.from(`\nstopped after ${timeoutSeconds} s\n`));
    child.kill('SIGTERM');
    setTimeout(() => child.kill('SIGKILL'), 5_000).unref();
  }, timeoutSeconds * 1_000);
  const code = await promise;
  clearTimeout(overtime);
  return { code, stdout: Buffer.concat(stdout).toString(), stderr: Buffer.concat(stderr).toString() };
}
