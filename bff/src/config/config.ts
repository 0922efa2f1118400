import { languageSchema } from '@portal/contract/account-fields';
import { passwordProfiles } from '@portal/contract/password';
import { euCountryCodes } from '@portal/contract/tax-number';
import * as v from 'valibot';
import { OperatorError } from '../errors/operator-error.ts';
import { refusedInProduction } from './production-settings.ts';
import { providerSettings, topUpProblems } from './provider-settings.ts';
import { readSecretFiles } from './secret-files.ts';
import {
  booleanFrom,
  certificatesFrom,
  keyPattern,
  keysFrom,
  matching,
  originFrom,
  proxiesFrom,
  secretUrl,
  wholeNumber,
  withDefault,
} from './setting.ts';
import {
  botCheckProblems,
  botCheckSettings,
  cryptoProblems,
  cryptoSettings,
  messagingSettings,
  taxRegisterSettings,
  webhookSettings,
} from './third-party-settings.ts';

const environments = ['production', 'staging', 'development', 'test'] as const;

const address = matching(/^(\/(?!\/)|https?:\/\/)/, 'expected a path or an http(s) address');

const settingsSchema = v.object({
  PORT: withDefault('8080', wholeNumber(0, 65535)),
  HOST: withDefault('127.0.0.1', v.pipe(v.string(), v.minLength(1, 'expected an address to listen on'))),
  PORTAL_ENV: withDefault(
    'development',
    v.picklist(environments, `expected one of ${environments.join(', ')}`),
  ),
  LOG_LEVEL: v.optional(
    v.picklist(
      ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'],
      'expected fatal, error, warn, info, debug, trace or silent',
    ),
  ),
  DATA_DIR: withDefault('var', v.pipe(v.string(), v.minLength(1))),
  PORTAL_DIR: v.optional(v.string()),
  /** Verifies the signature of the composition: SPKI in base64, as `portal keys show` prints it. */
  COMPOSITION_PUBLIC_KEY: v.optional(
    matching(/^[A-Za-z0-9+/]{100,}={0,2}$/, 'expected a public key, SPKI in base64'),
  ),
  /** A second copy of PORTAL_DIR's `host/` and `remotes/` at another origin: `https://files.example/portal`. */
  ALTERNATE_FILES_URL: v.optional(
    v.pipe(
      matching(/^https?:\/\/[^?#]+$/, 'expected an http or https address'),
      v.url('expected an http or https address'),
      v.transform((address) => address.replace(/\/$/, '')),
    ),
  ),
  /** Encrypts secrets in the database: 32 bytes in base64. Local portals read it from a file. */
  SECRETS_KEY: v.optional(matching(keyPattern, 'expected 32 bytes in base64')),
  /** Earlier values of SECRETS_KEY, separated by commas, newest first. They read what they have made and make nothing new. */
  SECRETS_KEY_PREVIOUS: withDefault('', keysFrom),
  /** Lets the release tool and support read the state of releases; without it those endpoints do not exist. */
  OPS_TOKEN: v.optional(matching(/^[\x21-\x7e]{32,}$/, 'expected at least 32 characters without spaces')),
  DATABASE_URL: v.optional(secretUrl(['postgres:', 'postgresql:'])),
  /** The same database for the role that owns it: migrations run as this role, and nothing else does. */
  DATABASE_OWNER_URL: v.optional(secretUrl(['postgres:', 'postgresql:'])),
  /** Connections of the general pool; those for login, payments, reports and jobs are up to 1.5 times as many. */
  DATABASE_POOL_SIZE: withDefault('10', wholeNumber(1, 200)),
  /** A request fails with 503 when the database has not responded for this time, and in any case after 1.8 times it. */
  DATABASE_TIMEOUT_SECONDS: withDefault('5', wholeNumber(1, 60)),
  /** A filter that few calls or messages match returns what it has found after this time. 0: after the first week. */
  HISTORY_SEARCH_SECONDS: withDefault('2', wholeNumber(0, 60)),
  /** How long requests are still served after SIGTERM, while `/readyz` fails: longer than a load balancer needs to notice. */
  DRAIN_SECONDS: v.optional(wholeNumber(0, 300)),
  /**
   * Milliseconds that a page of the account may wait for the responses of the API in its HTML: its scripts run when the HTML is complete.
   * 0 writes none.
   */
  FIRST_RESPONSES_MS: withDefault('400', wholeNumber(0, 60_000)),
  SMTP_URL: v.optional(secretUrl(['smtp:', 'smtps:'])),
  /** The only authorities that are trusted for the mail server, instead of the public ones: a file with certificates in PEM. */
  SMTP_CA_FILE: v.optional(certificatesFrom),
  MAIL_FROM: withDefault(
    'no-reply@dalat.example',
    v.pipe(v.string(), v.regex(/^[^\p{Cc}@]+@[^\p{Cc}@]+$/u, 'expected a mail address')),
  ),
  SUPPORT_EMAIL: withDefault('support@dalat.example', v.pipe(v.string(), v.email('expected a mail address'))),
  /** The portal's origin. Mailed links start with it; in production, only its pages may change anything. */
  PUBLIC_URL: v.optional(originFrom),
  COOKIE_SECURE: v.optional(booleanFrom),
  TRUSTED_PROXIES: withDefault('none', proxiesFrom),
  SESSION_IDLE_MINUTES: withDefault('30', wholeNumber(1, 24 * 60)),
  SESSION_ABSOLUTE_HOURS: withDefault('12', wholeNumber(1, 24 * 30)),
  SESSION_REMEMBER_DAYS: withDefault('30', wholeNumber(1, 90)),
  SESSION_LIMITED_MINUTES: withDefault('15', wholeNumber(1, 120)),
  CONFIRM_HOURS: withDefault('24', wholeNumber(1, 24 * 7)),
  /** How long mailed codes and restore links work; ASVS 6.5.5 allows ten minutes at most. */
  RESTORE_MINUTES: withDefault('10', wholeNumber(1, 60)),
  /**
   * The rules for new passwords: `spec` requires a composition, `nist` requires length and refuses common passwords.
   */
  PASSWORD_PROFILE: withDefault('spec', v.picklist(passwordProfiles, 'expected spec or nist')),
  /** Multiplies every rate limit; tests that register hundreds of customers raise it. */
  RATE_LIMIT_FACTOR: withDefault('1', wholeNumber(1, 100_000)),
  BRAND: withDefault(
    'Dalat',
    v.pipe(v.string(), v.minLength(1), v.maxLength(40, 'expected at most 40 characters')),
  ),
  INSTANCE: withDefault('dalat', matching(/^[a-z0-9-]+$/, 'expected lower-case letters, digits, hyphens')),
  DEFAULT_LANGUAGE: withDefault('en', languageSchema),
  LOGOUT_URL: withDefault('/login', address),
  ACCOUNT_URL: withDefault('/', address),
  TERMS_VERSION: withDefault('2026-05', v.string()),
  /** The provider's country: customers there pay its VAT. */
  PROVIDER_COUNTRY: withDefault(
    'ee',
    v.picklist(
      euCountryCodes.filter((code) => code !== 'el'),
      'expected a member state of the European Union such as ee',
    ),
  ),
  ...providerSettings,
  ...botCheckSettings,
  ...taxRegisterSettings,
  ...cryptoSettings,
  ...messagingSettings,
  ...webhookSettings,
  VAT_ON: withDefault('topup', v.picklist(['topup', 'usage'], 'expected topup or usage')),
  DEMO_ACCOUNT: v.optional(booleanFrom),
});

export type Config = ReturnType<typeof loadConfig>;

/** All problems of the configuration together. Its message lists them for the person at the terminal. */
export class ConfigError extends OperatorError {
  override readonly name = 'ConfigError';
  readonly problems: readonly string[];

  constructor(problems: readonly string[]) {
    super(
      `The configuration has ${problems.length} problem(s):\n${problems.map((text) => `  - ${text}`).join('\n')}`,
    );
    this.problems = problems;
  }
}

/**
 * Reads the settings from environment variables, and secrets from the files that `NAME_FILE` names. Throws ConfigError with
 * all problems, without their values.
 */
export function loadConfig(env: Record<string, string | undefined>) {
  const { given, problems: fileProblems, failed } = readSecretFiles(env);
  if (given.PORTAL_ENV === undefined && given.NODE_ENV !== undefined) given.PORTAL_ENV = given.NODE_ENV;

  const parsed = v.safeParse(settingsSchema, given);
  const found = [
    ...(parsed.issues ?? []).map((issue) => `${v.getDotPath(issue) ?? '?'}: ${issue.message}`),
    ...botCheckProblems(given),
    ...cryptoProblems(given),
    ...topUpProblems(given),
    ...(given['PORTAL_ENV'] === 'production' ? refusedInProduction(given) : []),
  ];
  // A secret whose file is refused is not missing as well.
  const isNew = (problem: string) => !failed.some((name) => problem.startsWith(`${name}: `));
  const problems = [...fileProblems, ...found.filter(isNew)];
  if (!parsed.success || problems.length > 0) throw new ConfigError(problems);

  const settings = parsed.output;
  const isLocal = settings.PORTAL_ENV === 'development' || settings.PORTAL_ENV === 'test';
  const publicUrl = settings.PUBLIC_URL ?? `http://localhost:${settings.PORT}`;
  const isProduction = settings.PORTAL_ENV === 'production';
  return {
    ...settings,
    PUBLIC_URL: publicUrl,
    PORTAL_DIR: settings.PORTAL_DIR ?? `${settings.DATA_DIR}/portal`,
    /** By default `warn` in development, so that the terminal shows only problems, and `info` elsewhere. */
    LOG_LEVEL: settings.LOG_LEVEL ?? (settings.PORTAL_ENV === 'development' ? 'warn' : 'info'),
    DRAIN_SECONDS: settings.DRAIN_SECONDS ?? (isLocal ? 0 : 5),
    COOKIE_SECURE: settings.COOKIE_SECURE ?? (isProduction || publicUrl.startsWith('https:')),
    WEBHOOK_TARGETS: settings.WEBHOOK_TARGETS ?? (isLocal ? 'any' : 'public'),
    CRYPTO: settings.CRYPTO ?? (isProduction ? 'none' : 'sandbox'),
    DEMO_ACCOUNT: settings.DEMO_ACCOUNT ?? settings.PORTAL_ENV === 'development',
  };
}
