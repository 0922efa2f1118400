import { type ChildProcess, spawn } from 'node:child_process';
import { constants } from 'node:os';
import path from 'node:path';
import { root } from '@portal/federation-build/workspace/workspace-packages';

export interface ProcessResult {
  /** Exit code; 1 for a process that was killed or could not start. */
  code: number;
  stdout: string;
  stderr: string;
}

interface ProcessOptions {
  cwd: string;
  timeoutSeconds?: number;
  /** How long a process that is told to end may take to stop what it has started. A portal takes up to 20 s. */
  patienceSeconds?: number;
  env?: Record<string, string>;
}

/**
 * Runs a script on this very Node and collects what it prints. A process that overstays is ended and has failed. When
 * this process is told to end, the script is told, too, and this process ends after it.
 */
export async function runNode(
  args: string[],
  { cwd, timeoutSeconds = 600, patienceSeconds = 30, env }: ProcessOptions,
): Promise<ProcessResult> {
  // Nothing is started any more: this process ends with the last one that is running.
  if (interruption !== undefined) return new Promise(() => undefined);
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
  let patience: NodeJS.Timeout | undefined;
  const overtime = setTimeout(() => {
    stderr.push(Buffer.from(`\nstopped after ${timeoutSeconds} s\n`));
    child.kill('SIGTERM');
    patience = setTimeout(() => child.kill('SIGKILL'), patienceSeconds * 1_000);
  }, timeoutSeconds * 1_000);
  watchOver(child);
  const code = await promise;
  endWatch(child);
  clearTimeout(overtime);
  clearTimeout(patience);
  return { code, stdout: Buffer.concat(stdout).toString(), stderr: Buffer.concat(stderr).toString() };
}

const signals = ['SIGINT', 'SIGTERM'] as const;
const running = new Set<ChildProcess>();
let interruption: (typeof signals)[number] | undefined;

function watchOver(child: ChildProcess): void {
  if (running.size === 0) for (const signal of signals) process.on(signal, interrupt);
  running.add(child);
}

function endWatch(child: ChildProcess): void {
  running.delete(child);
  if (running.size > 0) return;
  for (const signal of signals) process.off(signal, interrupt);
  if (interruption !== undefined) process.exit(128 + constants.signals[interruption]);
}

/** A terminal's Ctrl-C reaches the children by itself; what a supervisor sends does not. */
function interrupt(signal: (typeof signals)[number]): void {
  interruption = signal;
  if (signal === 'SIGTERM') for (const child of running) child.kill(signal);
}

interface ForegroundOptions {
  args?: string[];
  /** Added to this process's own environment. */
  env?: Record<string, string>;
}

/** Runs a program of the repository in this terminal. This process waits for it and ends as it ended. */
export function runForeground(program: string, { args = [], env = {} }: ForegroundOptions = {}): void {
  const child = spawn(process.execPath, [path.resolve(root, program), ...args], {
    cwd: root,
    stdio: 'inherit',
    env: { ...process.env, ...env },
  });
  // The child hears Ctrl-C itself, and takes down what it started before it ends; a supervisor's signal is handed on.
  process.on('SIGINT', () => undefined);
  process.on('SIGTERM', () => child.kill('SIGTERM'));
  // As shells count: 128 and the signal's number.
  child.on('exit', (code, signal) =>
    process.exit(code ?? (signal === null ? 1 : 128 + constants.signals[signal])),
  );
}
