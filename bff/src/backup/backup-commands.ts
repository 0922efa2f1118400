import type { Config } from '../config/config.ts';
import { OperatorError } from '../errors/operator-error.ts';

/** Throws if the database is a server that the portal does not start. */
export function refuseForeignServer({ DATABASE_URL }: Pick<Config, 'DATABASE_URL'>): void {
  if (DATABASE_URL === undefined) return;
  throw new OperatorError(
    'DATABASE_URL names a server of your own: back it up and restore it with the tools of its version. docs/runbooks/backup.md has the commands.',
  );
}

export function describeBytes(bytes: number): string {
  return `${(bytes / 1_000_000).toFixed(1)} MB`;
}
