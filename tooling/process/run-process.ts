import { type ChildProcess, spawn } from 'node:child_process';
import { mkdirSync, readFileSync, rmSync } from 'node:fs';
import { constants } from 'node:os';
import path from 'node:path';
import { root } from '@portal/federation-build/workspace/workspace-packages';

export interface ProcessResult {
  /** The exit code; 1 if the process was killed or could not start. */
  code: number;
  stdout: string;
  stderr: string;
}

interface ProcessOptions {
  cwd: string;
  timeoutSeconds?: number;
  /** Seconds between SIGTERM and SIGKILL. A portal needs up to 20 s to stop. */
  patienceSeconds?: number;
  env?: Record<string, string>;
}

/**
 * Runs a script on this version of Node and collects its output. After the time limit the script is stopped and has failed.
 * When this process gets a signal, it passes it on and exits after the script.
 */
export async function runNode(
  args: string[],
  { cwd, timeoutSeconds = 600, patienceSeconds = 30, env }: ProcessOptions,
): Promise<ProcessResult> {
  // After a signal no process starts: this one exits with the last that is running.
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
  watch(child);
  const code = await promise;
  unwatch(child);
  clearTimeout(overtime);
  clearTimeout(patience);
  return { code, stdout: Buffer.concat(stdout).toString(), stderr: Buffer.concat(stderr).toString() };
}

/** Seconds; far more than a run takes, because a machine may be several times slower than ours. */
const reportLimit = 3_000;

/**
 * Runs a script that writes a JSON report into `var/check`. Without a readable report the script's result alone is
 * returned.
 */
export async function runForReport<T>(
  name: string,
  argsFor: (reportFile: string) => string[],
  env: Record<string, string> = {},
): Promise<{ report?: T; result: ProcessResult }> {
  const reportFile = path.join(root, 'var', 'check', name);
  mkdirSync(path.dirname(reportFile), { recursive: true });
  rmSync(reportFile, { force: true });
  const result = await runNode(argsFor(reportFile), { cwd: root, timeoutSeconds: reportLimit, env });
  try {
    return { report: JSON.parse(readFileSync(reportFile, 'utf8')), result };
  } catch {
    return { result };
  }
}

const signals = ['SIGINT', 'SIGTERM'] as const;
const running = new Set<ChildProcess>();
let interruption: (typeof signals)[number] | undefined;

function watch(child: ChildProcess): void {
  if (running.size === 0) for (const signal of signals) process.on(signal, interrupt);
  running.add(child);
}

function unwatch(child: ChildProcess): void {
  running.delete(child);
  if (running.size > 0) return;
  for (const signal of signals) process.off(signal, interrupt);
  if (interruption !== undefined) process.exit(128 + constants.signals[interruption]);
}

/** A terminal sends Ctrl-C to the children too. A supervisor's SIGTERM must be passed on. */
function interrupt(signal: (typeof signals)[number]): void {
  interruption = signal;
  if (signal === 'SIGTERM') for (const child of running) child.kill(signal);
}

interface ForegroundOptions {
  args?: string[];
  /** Added to the environment of this process. */
  env?: Record<string, string>;
  /** Does what the program asks for once by a message, which is answered afterwards. If it fails, the program loses the connection. */
  onMessage?: () => Promise<void>;
}

/** Runs a program of the repository in this terminal. This process waits for it and exits with its code. */
export function runForeground(
  program: string,
  { args = [], env = {}, onMessage }: ForegroundOptions = {},
): void {
  const child = spawn(process.execPath, [path.resolve(root, program), ...args], {
    cwd: root,
    stdio: ['inherit', 'inherit', 'inherit', ...(onMessage === undefined ? [] : ['ipc' as const])],
    env: { ...process.env, ...env },
  });
  child.once('message', () => {
    onMessage?.().then(
      () => child.connected && child.send('done'),
      (error: unknown) => {
        console.error(error);
        child.disconnect();
      },
    );
  });
  // A supervisor's signal must be passed on. A terminal sends Ctrl-C to the child too, which gets it twice.
  for (const signal of signals) process.on(signal, () => child.kill(signal));
  // As in shells: 128 plus the number of the signal.
  child.on('exit', (code, signal) =>
    process.exit(code ?? (signal === null ? 1 : 128 + constants.signals[signal])),
  );
}
