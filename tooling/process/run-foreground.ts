import { spawn } from 'node:child_process';
import { constants } from 'node:os';
import path from 'node:path';
import { root } from '@portal/federation-build/workspace/workspace-packages';

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
