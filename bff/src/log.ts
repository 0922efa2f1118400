import { type DestinationStream, type Logger, pino } from 'pino';
import { PinoPretty } from 'pino-pretty';

const secret = [
  'password',
  'password_repeat',
  'current_password',
  'token',
  'cookie',
  'authorization',
  'captcha_token',
];

/**
 * Creates the structured log on standard output, with times in UTC. Redacts secrets up to two levels deep.
 * `isPretty` writes lines for a terminal instead of JSON; `to` is another destination.
 */
export function createLog(
  level: string,
  { isPretty = false, to }: { isPretty?: boolean; to?: DestinationStream } = {},
): Logger {
  const options = {
    level,
    base: null,
    timestamp: pino.stdTimeFunctions.isoTime,
    formatters: { level: (label: string) => ({ level: label }) },
    redact: { paths: secret.flatMap((name) => [name, `*.${name}`, `*.*.${name}`]), censor: '[redacted]' },
  };
  return isPretty
    ? pino(options, PinoPretty({ sync: true, singleLine: true, ignore: 'reqId' }))
    : pino(options, to);
}
