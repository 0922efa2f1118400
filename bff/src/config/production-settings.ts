import * as v from 'valibot';
import { unencryptedConnections } from './encrypted-connections.ts';
import { providerSettingsOfProduction } from './provider-settings.ts';
import { booleanFrom, httpsUrl } from './setting.ts';
import {
  cryptoProblemsOfProduction,
  taxRegisterProblemsOfProduction,
  webhookProblemsOfProduction,
} from './third-party-settings.ts';

type Given = Readonly<Record<string, string | undefined>>;

/** Settings without which a production starts insecure or wrong, and what happens without each. */
const required: readonly (readonly [string, string])[] = [
  ['SMTP_URL', 'without it mails go to the development mailbox, which production refuses'],
  ['COMPOSITION_PUBLIC_KEY', 'production serves signed front ends only'],
  ['SECRETS_KEY', 'a key file beside the data would not protect it'],
  [
    'TRUSTED_PROXIES',
    'expected the addresses or networks of the reverse proxies, such as 10.0.0.0/8, or none if customers connect ' +
      'directly; behind an unknown proxy all customers share the limits of one address, and a few wrong passwords lock ' +
      'everybody out',
  ],
  ...providerSettingsOfProduction.map(
    (name) => [name, 'customers would pay to the example account'] as const,
  ),
];

/** Lists the problems of settings that are convenient locally and dangerous in production, without their values. */
export function refusedInProduction(given: Given): string[] {
  const isGiven = (name: string, value: boolean) => v.safeParse(booleanFrom, given[name]).output === value;
  const demo =
    'DEMO_ACCOUNT: the demonstration account has a published password; expected no value or false in production';
  const unverified =
    'NODE_TLS_REJECT_UNAUTHORIZED: expected no value; 0 accepts any certificate, also of the database and mail server';
  return [
    ...(isGiven('DEMO_ACCOUNT', true) ? [demo] : []),
    ...required.flatMap(([name, reason]) =>
      given[name] === undefined ? [`${name}: missing; ${reason}`] : [],
    ),
    ...publicUrlProblems(given),
    ...(given['NODE_TLS_REJECT_UNAUTHORIZED'] === '0' ? [unverified] : []),
    ...unencryptedConnections(given),
    ...(isGiven('COOKIE_SECURE', false) ? ['COOKIE_SECURE: expected no value or true in production'] : []),
    ...taxRegisterProblemsOfProduction(given),
    ...cryptoProblemsOfProduction(given),
    ...webhookProblemsOfProduction(given),
  ];
}

/** Browsers accept Secure cookies over plain http from this machine only, where checks and proxies connect. */
function publicUrlProblems({ PUBLIC_URL }: Given): string[] {
  if (v.is(httpsUrl, PUBLIC_URL)) return [];
  return ['PUBLIC_URL: expected an https address in production, session cookies are Secure'];
}
