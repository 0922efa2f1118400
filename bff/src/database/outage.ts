import { OperatorError } from '../errors/operator-error.ts';
import { DatabaseUnavailable } from './connections.ts';

const ofConnections = [
  'EAI_AGAIN',
  'ECONNREFUSED',
  'ECONNRESET',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'ENOTFOUND',
  'EPIPE',
  'ETIMEDOUT',
];
/** The server is starting, stopping or overloaded, or has canceled a slow statement. */
const ofServers = /^(08...|53...|57P0[123]|57014|25P03)$/;

/** Whether the database is unreachable, overloaded, or canceled a slow statement: a later attempt may succeed. */
export function isOutage(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const code = 'code' in error ? String(error.code) : '';
  return (
    error instanceof DatabaseUnavailable ||
    ofConnections.includes(code) ||
    ofServers.test(code) ||
    // The second one is of a connection without a pool.
    /timeout exceeded when trying to connect|^timeout expired$|Connection terminated|is not queryable/.test(
      error.message,
    ) ||
    isOutage(error.cause)
  );
}

/** Does the work of a command. Throws OperatorError, with the cause, if the database is away or its disk is full. */
export async function reportOutage<Result>(work: () => Promise<Result>): Promise<Result> {
  try {
    return await work();
  } catch (cause) {
    // An OperatorError says what was not done.
    if (!isOutage(cause) || cause instanceof OperatorError) throw cause;
    const message = isDiskFull(cause)
      ? `The disk of the database is full (${reasonOf(cause)}). Free space, then repeat the command.`
      : `The database is unavailable or overloaded (${reasonOf(cause)}). Repeat the command when it runs; check DATABASE_URL.`;
    throw new OperatorError(message, { cause });
  }
}

/** Node names no reason when each of several addresses has refused the connection. */
function reasonOf(error: unknown): string {
  if (error instanceof AggregateError && error.message === '') return reasonOf(error.errors[0]);
  return error instanceof Error ? error.message : String(error);
}

/** Whether a disk has no space left, that of the database or another one. */
export function isDiskFull(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const code = 'code' in error ? String(error.code) : '';
  return ['53100', 'ENOSPC', 'EDQUOT'].includes(code) || isDiskFull(error.cause);
}
