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
    /timeout exceeded when trying to connect|Connection terminated/.test(error.message) ||
    isOutage(error.cause)
  );
}

/** Whether a disk has no space left, that of the database or another one. */
export function isDiskFull(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const code = 'code' in error ? String(error.code) : '';
  return ['53100', 'ENOSPC', 'EDQUOT'].includes(code) || isDiskFull(error.cause);
}
