import pg from 'pg';
import { type DestinationStream, type Logger, pino, stdSerializers } from 'pino';
import { prettyFactory } from 'pino-pretty';
import * as v from 'valibot';
import type { AuditChain } from './audit/audit-chain.ts';

const secret = [
  'password',
  'password_repeat',
  'current_password',
  'token',
  'cookie',
  'authorization',
  'captcha_token',
];

interface LogOptions {
  isPretty?: boolean;
  to?: DestinationStream;
  chain?: AuditChain | undefined;
}

/**
 * Creates the structured log on standard output, with times in UTC. Redacts secrets up to two levels deep, and what
 * errors quote (`describeError`).
 * `isPretty` writes lines for a terminal instead of JSON; `to` is another destination. `chain` seals the security log.
 */
export function createLog(level: string, { isPretty = false, to, chain }: LogOptions = {}): Logger {
  const options = {
    level,
    base: null,
    timestamp: pino.stdTimeFunctions.isoTime,
    serializers: { err: describeError },
    formatters: { level: (label: string) => ({ level: label }) },
    redact: { paths: secret.flatMap((name) => [name, `*.${name}`, `*.*.${name}`]), censor: '[redacted]' },
  };
  const destination = to ?? standardOutput();
  if (isPretty) {
    const pretty = prettyFactory({ singleLine: true, ignore: 'reqId' });
    return pino(options, { write: (line) => destination.write(pretty(line)) });
  }
  if (chain === undefined) return pino(options, destination);
  return pino(options, { write: (line) => destination.write(chain.seal(line)) });
}

/** Bytes of lines that wait in memory while standard output cannot be written. */
const maxWaiting = 16 * 1024 * 1024;

/**
 * Standard output. If it is a file on a full disk, lines wait in memory and are written when there is space again; lines
 * beyond `maxWaiting` are lost. Without the listener, a full disk would end the process.
 */
function standardOutput(): DestinationStream {
  const output = pino.destination({ sync: true, maxLength: maxWaiting });
  output.on('error', () => undefined);
  return output;
}

/**
 * Describes an error for the log. Of an error of the database, of one of a parsed value, and of an error that one of them caused, it
 * names what is not a value: their messages and details quote what customers have entered, and hashes.
 */
export function describeError(error: unknown): unknown {
  const quoting = quotingErrorOf(error);
  if (quoting === undefined) return error instanceof Error ? stdSerializers.err(error) : error;
  const { name: type, message } = Object(error);
  const own = message.includes(quoting.message) ? undefined : message;
  if (quoting instanceof v.ValiError) {
    const invalid = quoting.issues
      .slice(0, shownIssues)
      .map((issue) => ({ path: v.getDotPath(issue), expected: issue.expected }));
    return { type, message: own, invalid, stack: framesOf(quoting) };
  }
  const { code, routine } = quoting;
  return { type, message: own, database: { code, routine } };
}

const shownIssues = 10;

type DatabaseFault = Pick<pg.DatabaseError, 'message' | 'code' | 'routine'>;
type QuotingError = DatabaseFault | v.ValiError<v.GenericSchema>;

/** Returns the error that quotes values: this one, or among its causes. */
function quotingErrorOf(error: unknown): QuotingError | undefined {
  if (error instanceof v.ValiError || isOfDatabase(error)) return error;
  return error instanceof Error ? quotingErrorOf(error.cause) : undefined;
}

/** pg-boss reports what its workers catch as an object with the members of the error. */
function isOfDatabase(error: unknown): error is DatabaseFault {
  if (error instanceof pg.DatabaseError) return true;
  return v.is(
    v.object({ severity: v.string(), message: v.string(), routine: v.optional(v.string()) }),
    error,
  );
}

/** The stack without the message before it. */
function framesOf({ stack = '', message }: Error): string {
  return stack.slice(stack.indexOf(message) + message.length).trimStart();
}
