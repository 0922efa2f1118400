import { type Logger, pino } from 'pino';

const secret = [
  'password',
  'password_repeat',
  'current_password',
  'token',
  'cookie',
  'authorization',
  'captcha_token',
];

/** Structured log on standard output, times in UTC; secrets are struck out wherever they stand up to two levels deep. */
export function createLog(level: string): Logger {
  return pino({
    level,
    base: null,
    timestamp: pino.stdTimeFunctions.isoTime,
    formatters: { level: (label) => ({ level: label }) },
    redact: { paths: secret.flatMap((name) => [name, `*.${name}`, `*.*.${name}`]), censor: '[redacted]' },
    serializers: { req: () => undefined, res: () => undefined },
  });
}
