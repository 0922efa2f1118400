// Guesses passwords of one account and of a thousand, from one address, from many, and from forged addresses. The owner
// must still be able to log in. Rate limits are those of production (RATE_LIMIT_FACTOR 1).
import { randomUUID } from 'node:crypto';
import { parameterOf } from '@portal/testbed/fixtures/registration';
import { inParallel } from '@portal/testbed/runner/concurrency';
import { type CheckBff, withBff } from '../harness/bff.ts';
import { BffClient, type BffResponse } from '../harness/bff-client.ts';
import { addCustomer, type BffCustomer, cloneAccounts, receive } from '../harness/bff-customer.ts';
import { type CheckCase, reportCases } from '../harness/report.ts';

const guesses = 1_000;
/** Guesses per account and hour, and per address and five minutes. */
const limit = 25;
const login = '/v1/users/login';

interface Guess {
  email: string;
  /** Source address of the guess. */
  from: string;
  forwardedFor?: string;
}

/** Guesses by the name of the case. */
type Attacks = Record<string, (index: number) => Guess>;

const comparedCounts: string[] = [];

await withBff(async (bff) => {
  const victims = await cloneAccounts(bff, await addCustomer(bff.url, { isBare: true }), guesses);
  const owner = await addCustomer(bff.url, { isBare: true });
  const victim = (index: number) => victims[index] ?? '';
  const cases = [
    ...(await most(bff, {
      'one account from one address': () => ({ email: owner.email, from: '127.1.0.1' }),
      'one account from a thousand addresses': (index) => ({ email: victim(0), from: address(2, index) }),
      'a thousand accounts from one address': (index) => ({ email: victim(index), from: '127.1.0.2' }),
      'a thousand accounts, each with a different forged X-Forwarded-For': (index) => ({
        email: victim(index),
        from: '127.1.0.3',
        forwardedFor: `198.51.${index >> 8}.${index & 255}`,
      }),
      'unknown e-mail addresses, from one address': () => ({
        email: `${randomUUID()}@example.com`,
        from: '127.1.0.4',
      }),
    })),
    await rightPassword('the right password after the limit, from an unknown browser', bff, owner),
    await knownBrowser('the owner logs in from a known browser', bff, owner),
    await knownBrowser(
      'a known browser logs in at an address without attempts left',
      bff,
      owner,
      '127.1.0.2',
    ),
    await byMail('the owner logs in from a new browser after a password reset by mail', bff, owner),
  ];
  await bff.restart({ TRUSTED_PROXIES: '127.0.0.0/8' });
  const from = '127.0.0.1';
  cases.push(
    ...(await most(bff, {
      'behind a trusted proxy: a thousand accounts, each from a different address of one IPv6 /64': (
        index,
      ) => ({
        email: victim(index),
        from,
        forwardedFor: `2001:db8:1:2:${index.toString(16)}::${(index * 7).toString(16)}`,
      }),
      'behind a trusted proxy: forged addresses before the one that the proxy adds': (index) => ({
        email: victim(index),
        from,
        forwardedFor: `198.51.${index >> 8}.${index & 255}, 203.0.113.9`,
      }),
    })),
    ...(await most(
      bff,
      {
        'behind a trusted proxy: a thousand accounts, each from a different /64 of one IPv6 /48': (
          index,
        ) => ({
          email: victim(index),
          from,
          forwardedFor: `2001:db8:3:${index.toString(16)}::1`,
        }),
      },
      100,
    )),
    await control('control: behind a trusted proxy each IPv6 /64 counts separately', bff, (index) => ({
      email: victim(500 + index),
      from,
      forwardedFor: `2001:db8:2:${index}::1`,
    })),
  );
  await bff.restart({ BOT_CHECK: 'altcha' });
  const withBotCheck: Attacks = {
    'with the bot check: one account, no challenge is solved': () => ({
      email: victim(1),
      from: '127.1.0.9',
    }),
    'with the bot check: one account from many addresses': (index) => ({
      email: victim(2),
      from: address(3, index),
    }),
  };
  cases.push(
    ...(await most(bff, withBotCheck, 3)),
    await knownBrowser('with the bot check: the owner logs in from a known browser', bff, owner),
  );
  reportCases('password-guessing', cases, [
    `guesses of ${guesses} whose password was compared: ${comparedCounts.join(', ')}; target at most ${limit} per account and hour and ${limit} per address and five minutes`,
    'runs without the bot check first, then with it',
  ]);
});

/** Makes the guesses and counts those that were compared with the password; at most `target` may be. */
async function most(bff: CheckBff, attacks: Attacks, target = limit): Promise<CheckCase[]> {
  const cases: CheckCase[] = [];
  for (const [name, guess] of Object.entries(attacks)) {
    const statuses = await statusesOf(bff, guesses, guess);
    const evaluated = statuses.filter((status) => status === '401 invalid_credentials').length;
    const counts = [...Map.groupBy(statuses, (status) => status)];
    const others = counts.filter(([status]) => !/^(?:401|429|403 captcha_required)/.test(status));
    comparedCounts.push(String(evaluated));
    const problems = [
      ...(evaluated <= target ? [] : [`target at most ${target}`]),
      ...(evaluated > 0 ? [] : ['no guess was compared: the case proves nothing']),
      ...others.map(([status]) => `returned ${status}`),
    ];
    const summary = counts.map(([status, { length }]) => `${length} × ${status}`).join(', ');
    cases.push({ name: `${name}: ${evaluated} of ${guesses} compared (${summary})`, problems });
  }
  return cases;
}

function statusesOf({ url }: CheckBff, count: number, guess: (index: number) => Guess): Promise<string[]> {
  const made = Array.from({ length: count }, (_, index) => guess(index));
  return inParallel(made, 8, async (one) => {
    const password = `Guess-${Math.random().toString(36).slice(2, 8)}!A`;
    return statusOf(await logIn(new BffClient(url), { ...one, password }));
  });
}

async function logIn(
  client: BffClient,
  { email, password, from, forwardedFor }: Guess & { password: string },
): Promise<BffResponse> {
  const headers = forwardedFor === undefined ? {} : { 'x-forwarded-for': forwardedFor };
  const response = await client.send({
    method: 'POST',
    path: login,
    body: { email, password },
    from,
    headers,
  });
  client.close();
  return response;
}

function statusOf({ status, body }: BffResponse): string {
  return `${status} ${body.code ?? body.next}`;
}

async function rightPassword(name: string, { url }: CheckBff, owner: BffCustomer): Promise<CheckCase> {
  const response = await logIn(new BffClient(url), { ...owner, from: '127.9.9.9' });
  return {
    name: `${name} → ${statusOf(response)}`,
    problems: response.status === 429 ? [] : ['the password was compared'],
  };
}

async function knownBrowser(name: string, { url }: CheckBff, owner: BffCustomer, from = '127.7.7.7') {
  const { device } = owner.client.cookies;
  const browser = new BffClient(url, device === undefined ? {} : { device });
  return loggedIn(`${name} →`, await logIn(browser, { ...owner, from }));
}

async function byMail(name: string, { url }: CheckBff, owner: BffCustomer): Promise<CheckCase> {
  const browser = new BffClient(url);
  const from = '127.8.8.8';
  const post = (path: string, body: object) => browser.send({ method: 'POST', path, body, from });
  await post('/v1/users/password:restore', { email: owner.email });
  const token = parameterOf(await receive(owner.client, owner.email, /\/change\?token=/), 'token');
  owner.password = 'Vilnius-2027?';
  const { email, password } = owner;
  const change = await post('/v1/users/password:change', { token, password, password_repeat: password });
  const response = await logIn(browser, { email, password, from });
  // A new password makes every other browser unknown.
  owner.client = browser;
  return loggedIn(`${name} → ${change.status},`, response);
}

function loggedIn(name: string, response: BffResponse): CheckCase {
  const isIn = response.status === 200 && response.body.next === 'welcome';
  return { name: `${name} ${statusOf(response)}`, problems: isIn ? [] : ['locked out'] };
}

async function control(name: string, bff: CheckBff, guess: (index: number) => Guess): Promise<CheckCase> {
  const statuses = await statusesOf(bff, limit * 2, guess);
  const evaluated = statuses.filter((status) => status.startsWith('401')).length;
  return {
    name: `${name}: ${evaluated} of ${statuses.length} compared`,
    problems: evaluated === statuses.length ? [] : ['the header of a trusted proxy is ignored'],
  };
}

/** A different loopback address for each index. */
function address(net: number, index: number): string {
  return `127.${net}.${index >> 8}.${(index & 255) + 1}`.replace(/\.256$/, '.255');
}
