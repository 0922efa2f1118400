// Checks that the responses to login, registration and password reset do not reveal whether an account exists, neither by
// their time nor by their bytes. Runs without rate limits and without the bot check, which treat every address alike.
import { setTimeout as wait } from 'node:timers/promises';
import { registrationOf } from '@portal/testbed/fixtures/registration';
import { withBff } from '../harness/bff.ts';
import { BffClient, comparable } from '../harness/bff-client.ts';
import { addCustomer, cloneAccounts } from '../harness/bff-customer.ts';
import { type CheckCase, reportCases } from '../harness/report.ts';
import { mannWhitney, median } from './mann-whitney.ts';

/** Pairs of requests that are measured, and pairs before them that warm up the server. */
const pairs = 500;
const warmUp = 50;
/** p-value below which times differ, and the milliseconds between medians that an attacker cannot measure. */
const chance = 0.01;
const medianLimit = 1;

/** Milliseconds after each response in which the server finishes its background work. */
const pause = 20;

interface Question {
  name: string;
  path: string;
  body: (email: string) => object;
}

/** Not that of the customers. */
const registeredPassword = 'Riga-2026!';

const questions: readonly Question[] = [
  { name: 'login', path: '/v1/users/login', body: (email) => ({ email, password: 'Wrong-2026!' }) },
  {
    name: 'register',
    path: '/v1/users/register',
    body: (email) => registrationOf(email, registeredPassword),
  },
  // The addresses of the registrations, by the first letters of the name.
  {
    name: 'registered login',
    path: '/v1/users/login',
    body: (email) => ({ email, password: registeredPassword }),
  },
  { name: 'restore', path: '/v1/users/password:restore', body: (email) => ({ email }) },
];

await withBff(
  async (bff) => {
    const known = await cloneAccounts(bff, await addCustomer(bff.url, { isBare: true }), pairs + warmUp);
    const client = new BffClient(bff.url);
    const cases: CheckCase[] = [];
    for (const question of questions) cases.push(...(await ask(client, question, known)));
    client.close();
    reportCases('account-enumeration', cases, [
      `${pairs} + ${pairs} requests per endpoint, in random order; target p > ${chance} and medians at most ${medianLimit} ms apart`,
      'addresses of equal length, because responses repeat them',
    ]);
  },
  { RATE_LIMIT_FACTOR: '100000' },
);

async function ask(
  client: BffClient,
  { name, path, body }: Question,
  known: readonly string[],
): Promise<CheckCase[]> {
  const times: { known: number[]; unknown: number[] } = { known: [], unknown: [] };
  const responses = { known: new Set<string>(), unknown: new Set<string>() };
  for (const [index, email] of known.entries()) {
    const both = [
      { kind: 'known' as const, address: email },
      { kind: 'unknown' as const, address: email.replace('known', `k${name.slice(0, 3)}x`) },
    ];
    // The order is random, so that the work of one request delays both kinds alike.
    if (Math.random() < 0.5) both.reverse();
    for (const { kind, address } of both) {
      const response = await client.post(path, body(address));
      await wait(pause);
      if (index < warmUp) continue;
      times[kind].push(response.time);
      responses[kind].add(comparable(response, varyingIn(address)));
    }
  }
  const p = mannWhitney(times.known, times.unknown);
  const [left, right] = [median(times.known), median(times.unknown)];
  const apart = Math.abs(left - right);
  const forms =
    [...responses.known].join('\n') === [...responses.unknown].join('\n') && responses.known.size === 1;
  return [
    {
      name: `${name}: p ${p.toFixed(3)}, medians ${left.toFixed(2)} and ${right.toFixed(2)} ms, ${apart.toFixed(3)} ms apart`,
      problems: [
        ...(p > chance ? [] : [`p is at most ${chance}`]),
        ...(apart <= medianLimit ? [] : [`more than ${medianLimit} ms apart`]),
      ],
    },
    {
      name: `${name}: ${responses.known.size} and ${responses.unknown.size} different responses`,
      problems: forms ? [] : [...responses.known, ...responses.unknown].slice(0, 4),
    },
  ];
}

/** What a response repeats of the request, and its times. */
function varyingIn(email: string): RegExp {
  const at = email.indexOf('@');
  const masked = `${email[0]}${'•'.repeat(at - 1)}${email.slice(at)}`;
  return new RegExp(`"expires_at":"[^"]*"|"email_masked":"${masked}"`, 'g');
}
