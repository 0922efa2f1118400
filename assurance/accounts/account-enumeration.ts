// Whether the answer to log-in, registration or a request for a new password tells if there is such an account: by
// its time, and by any of its bytes. Run without limits of attempts and without the bot check, which ask everybody alike.
import { setTimeout as wait } from 'node:timers/promises';
import { registrationOf } from '@portal/testbed/fixtures/registration';
import { withBff } from '../harness/bff.ts';
import { type BffAnswer, BffClient } from '../harness/bff-client.ts';
import { addCustomer, cloneAccounts, testPassword } from '../harness/bff-customer.ts';
import { type CheckCase, reportCases } from '../harness/report.ts';
import { mannWhitney, median } from './mann-whitney.ts';

/** Pairs of requests that count, and pairs before them in which everything gets warm. */
const pairs = 500;
const warmUp = 50;
/** Chance below which a difference counts as one, and milliseconds between the medians that nobody could tell apart. */
const chance = 0.01;
const medianLimit = 1;

/** Milliseconds after each answer, in which what it has left to do is done: a quiet server tells the most. */
const pause = 20;

interface Question {
  name: string;
  path: string;
  body: (email: string) => object;
}

const questions: readonly Question[] = [
  { name: 'login', path: '/v1/users/login', body: (email) => ({ email, password: 'Wrong-2026!' }) },
  { name: 'register', path: '/v1/users/register', body: (email) => registrationOf(email, testPassword) },
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
      `${pairs} + ${pairs} requests a question, in turn; target p > ${chance} and medians at most ${medianLimit} ms apart`,
      'addresses of equal length, so that what an answer repeats of them is as long',
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
  const answers = { known: new Set<string>(), unknown: new Set<string>() };
  for (const [index, email] of known.entries()) {
    const both = [
      { kind: 'known' as const, address: email },
      { kind: 'unknown' as const, address: email.replace('known', `k${name.slice(0, 3)}x`) },
    ];
    // Which comes first changes at random: what one leaves behind falls on either.
    if (Math.random() < 0.5) both.reverse();
    for (const { kind, address } of both) {
      const answer = await client.send({ method: 'POST', path, body: body(address) });
      await wait(pause);
      if (index < warmUp) continue;
      times[kind].push(answer.time);
      answers[kind].add(told(answer, address));
    }
  }
  const p = mannWhitney(times.known, times.unknown);
  const [left, right] = [median(times.known), median(times.unknown)];
  const apart = Math.abs(left - right);
  const forms = [...answers.known].join('\n') === [...answers.unknown].join('\n') && answers.known.size === 1;
  return [
    {
      name: `${name}: p ${p.toFixed(3)}, medians ${left.toFixed(2)} and ${right.toFixed(2)} ms, ${apart.toFixed(3)} ms apart`,
      problems: [
        ...(p > chance ? [] : [`p is at most ${chance}`]),
        ...(apart <= medianLimit ? [] : [`more than ${medianLimit} ms apart`]),
      ],
    },
    {
      name: `${name}: answers of ${answers.known.size} and ${answers.unknown.size} forms`,
      problems: forms ? [] : [...answers.known, ...answers.unknown].slice(0, 4),
    },
  ];
}

/** All of an answer but the request's number, the clock, and what it repeats of the request. */
function told({ status, headers, text }: BffAnswer, email: string): string {
  const { date: _, 'x-request-id': __, ...rest } = headers;
  const at = email.indexOf('@');
  const body = text
    .replace(/"request_id":"[^"]*"/, '"request_id":""')
    .replace(/"expires_at":"[^"]*"/, '"expires_at":""')
    .replace(`"email_masked":"${email[0]}${'•'.repeat(at - 1)}${email.slice(at)}"`, '"email_masked":""');
  return JSON.stringify([status, rest, body]);
}
