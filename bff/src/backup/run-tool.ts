import path from 'node:path';
import { type ParseArgsOptionsConfig, parseArgs } from 'node:util';
import type { Config } from '../config/config.ts';
import { OperatorError } from '../errors/operator-error.ts';

type Values = Readonly<Record<string, unknown>>;

/** Runs a command with at most one folder as its argument. Sets the exit code: 2 for invalid arguments, 1 for other errors. */
export async function runTool(
  usage: string,
  options: ParseArgsOptionsConfig,
  work: (folders: readonly string[], values: Values) => Promise<void>,
): Promise<void> {
  try {
    const { values, positionals } = parseArgs({
      allowPositionals: true,
      options: { ...options, help: { type: 'boolean' } },
    });
    if ('help' in values) console.log(usage);
    else await work(positionals, values);
  } catch (error) {
    const isArgument = error instanceof TypeError && 'code' in error;
    const isKnown = isArgument || error instanceof OperatorError;
    console.error(isKnown && error instanceof Error ? error.message : error);
    process.exitCode = isArgument ? 2 : 1;
  }
}

/** Throws if the database is a server that the portal does not start. */
export function refuseForeignServer({ DATABASE_URL }: Pick<Config, 'DATABASE_URL'>): void {
  if (DATABASE_URL === undefined) return;
  throw new OperatorError(
    'DATABASE_URL names a server of your own: back it up and restore it with the tools of its version. docs/runbooks/backup.md has the commands.',
  );
}

/** npm runs scripts in the project's folder; a path is relative to the caller's folder. */
export function callersPath(given: string): string {
  return path.resolve(process.env.INIT_CWD ?? '.', given);
}

export function describeBytes(bytes: number): string {
  return `${(bytes / 1_000_000).toFixed(1)} MB`;
}
