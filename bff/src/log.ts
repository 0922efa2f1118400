import pg from 'pg';
import { type DestinationStream, type Logger, pino, stdSerializers } from 'pino';
import { prettyFactory } from 'pino-pretty';
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
 * Creates the structured log on standard output, with times in UTC. Redacts secrets up to two levels deep, and what the
 * database says about rows.
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
 * Describes an error for the log. Of an error of the database, and of an error that it caused, it names code and routine only:
 * its message and detail quote what customers have entered, and hashes.
 */
export function describeError(error: unknown): unknown {
  if (!(error instanceof Error)) return error;
  const database = databaseErrorOf(error);
  if (database === undefined) return stdSerializers.err(error);
  const { code, routine, message } = database;
  const own = error.message.includes(message) ? undefined : error.message;
  return { type: error.name, message: own, database: { code, routine } };
}

/** Returns the database's error among the causes of an error. */
function databaseErrorOf(error: unknown): pg.DatabaseError | undefined {
  if (error instanceof pg.DatabaseError) return error;
  return error instanceof Error ? databaseErrorOf(error.cause) : undefined;
}
