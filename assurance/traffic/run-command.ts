import { execFile } from 'node:child_process';
import path from 'node:path';
import { promisify } from 'node:util';
import type { CheckBff } from '../harness/bff.ts';

const source = path.resolve(import.meta.dirname, '../../bff/src');

/** Runs a command of the portal over the data of a running one. Returns its seconds. */
export async function runCommand(
  { dataFolder }: CheckBff,
  program: string,
  args: readonly string[],
): Promise<number> {
  const started = performance.now();
  const env = { ...process.env, DATA_DIR: dataFolder, LOG_LEVEL: 'error' };
  await promisify(execFile)(process.execPath, [path.join(source, program), ...args], { env });
  return (performance.now() - started) / 1000;
}
