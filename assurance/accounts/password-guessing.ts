// Guesses passwords of one account and of a thousand, from one address, from many, and from forged addresses. The owner
// must still be able to log in. Rate limits are those of production (RATE_LIMIT_FACTOR 1).
import { randomUUID } from 'node:crypto';
import { parameterOf } from '@portal/testbed/fixtures/registration';
import { type CheckBff, withBff } from '../harness/bff.ts';
import { BffClient } from '../harness/bff-client.ts';
import { addCustomer, type BffCustomer, cloneAccounts, receive } from '../harness/bff-customer.ts';
import { type CheckCase, inParallel, reportCases } from '../harness/report.ts';

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

const comparedCounts: string[] = [];

await withBff(async (bff) => {
  const cases: CheckCase[] = [];
  const victims = await cloneAccounts(bff, await addCustomer(bff.url, { isBare: true }), guesses);
  const owner = await addCustomer(bff.url, { isBare: true });
  const { email } = owner;
  cases.push(
    await most('one account from one address', bff, () => ({ email, from: '127.1.0.1' })),
    await most('one account from a thousand addresses', bff, (index) => ({
      email: victims[0] ?? '',
      from: address(2, index),
    })),
    await most('a thousand accounts from one address', bff, (index) => ({
      email: victims[index] ?? '',
      from: '127.1.0.2',
    })),
    await most('a thousand accounts, each with a different forged X-Forwarded-For', bff, (index) => ({
      email: victims[index] ?? '',
      from: '127.1.0.3',
      forwardedFor: `198.51.${index >> 8}.${index & 255}`,
    })),
    await most('unknown e-mail addresses, from one address', bff, () => ({
      email: `${randomUUID()}@example.com`,
      from: '127.1.0.4',
    })),
    await rightPassword('the right password after the limit, from an unknown browser', owner, bff),
    ...(await ownerLogsIn(bff, owner)),
  );
  await bff.restart({ TRUSTED_PROXIES: '127.0.0.0/8' });
  cases.push(
    await most(
      'behind a trusted proxy: a thousand accounts, each from a different address of one IPv6 /64',
      bff,
      (index) => ({
        email: victims[index] ?? '',
        from: '127.0.0.1',
        forwardedFor: `2001:db8:1:2:${index.toString(16)}::${(index * 7).toString(16)}`,
      }),
    ),
    await most(
      'behind a trusted proxy: forged addresses before the one that the proxy adds',
      bff,
      (index) => ({
        email: victims[index] ?? '',
        from: '127.0.0.1',
        forwardedFor: `198.51.${index >> 8}.${index & 255}, 203.0.113.9`,
      }),
    ),
    await control('control: behind a trusted proxy each IPv6 /64 counts separately', bff, victims),
  );
  await bff.restart({ BOT_CHECK: 'altcha' });
  const second = victims[1] ?? '';
  cases.push(
    await most(
      'with the bot check: one account, no challenge is solved',
      bff,
      () => ({ email: second, from: '127.1.0.9' }),
      3,
    ),
    await most(
      'with the bot check: one account from many addresses',
      bff,
      (index) => ({ email: victims[2] ?? '', from: address(3, index) }),
      3,
    ),
    await knownBrowser('with the bot check: the owner logs in from a known browser', bff, owner),
  );
  reportCases('password-guessing', cases, [
    `guesses of ${guesses} whose password was compared: ${comparedCounts.join(', ')}; target at most ${limit} per account and hour and ${limit} per address and five minutes`,
    'runs without the bot check first, then with it',
  ]);
});

/** Makes the guesses and counts those that were compared with the password; at most `target` may be. */
async function most(
  name: string,
  { url }: CheckBff,
  guess: (index: number) => Guess,
  target = limit,
): Promise<CheckCase> {
  const statuses = await inParallel(
    Array.from({ length: guesses }, (_, index) => guess(index)),
    8,
    ({ from, email, forwardedFor }) => statusOf(url, { from, email, forwardedFor }),
  );
  const evaluated = statuses.filter((status) => status === '401 invalid_credentials').length;
  const others = [...new Set(statuses)].filter((status) => !/^(?:401|429|403 captcha_required)/.test(status));
  comparedCounts.push(String(evaluated));
  const problems = [
    ...(evaluated <= target ? [] : [`target at most ${target}`]),
    ...(evaluated > 0 ? [] : ['no guess was compared: the case proves nothing']),
    ...others.map((status) => `returned ${status}`),
  ];
  const counts = Map.groupBy(statuses, (status) => status);
  const summary = [...counts].map(([status, { length }]) => `${length} × ${status}`).join(', ');
  return { name: `${name}: ${evaluated} of ${guesses} compared (${summary})`, problems };
}

async function statusOf(
  url: string,
  { from, email, forwardedFor }: Omit<Guess, 'forwardedFor'> & { forwardedFor?: string | undefined },
  password = `Guess-${Math.random().toString(36).slice(2, 8)}!A`,
): Promise<string> {
  const client = new BffClient(url);
  const headers = forwardedFor === undefined ? {} : { 'x-forwarded-for': forwardedFor };
  const { status, body } = await client.send({
    method: 'POST',
    path: login,
    body: { email, password },
    from,
    headers,
  });
  client.close();
  return `${status} ${body.code ?? body.next}`;
}

async function rightPassword(
  name: string,
  { email, password }: BffCustomer,
  { url }: CheckBff,
): Promise<CheckCase> {
  const status = await statusOf(url, { from: '127.9.9.9', email }, password);
  return {
    name: `${name} → ${status}`,
    problems: status.startsWith('429') ? [] : ['the password was compared'],
  };
}

async function ownerLogsIn(bff: CheckBff, owner: BffCustomer): Promise<CheckCase[]> {
  return [
    await knownBrowser('the owner logs in from a known browser', bff, owner),
    await byMail('the owner logs in from a new browser after a password reset by mail', bff, owner),
  ];
}

async function knownBrowser(
  name: string,
  { url }: CheckBff,
  { client, email, password }: BffCustomer,
): Promise<CheckCase> {
  const { device } = client.cookies;
  const browser = new BffClient(url, device === undefined ? {} : { device });
  const { status, body } = await browser.send({
    method: 'POST',
    path: login,
    body: { email, password },
    from: '127.7.7.7',
  });
  browser.close();
  const isIn = status === 200 && body.next === 'welcome';
  return { name: `${name} → ${status} ${body.code ?? body.next}`, problems: isIn ? [] : ['locked out'] };
}

async function byMail(name: string, { url }: CheckBff, owner: BffCustomer): Promise<CheckCase> {
  const browser = new BffClient(url);
  const from = '127.8.8.8';
  const post = (path: string, body: object) => browser.send({ method: 'POST', path, body, from });
  await post('/v1/users/password:restore', { email: owner.email });
  const token = parameterOf(await receive(owner.client, owner.email, /\/change\?token=/), 'token');
  const password = 'Vilnius-2027?';
  const change = await post('/v1/users/password:change', { token, password, password_repeat: password });
  const response = await post(login, { email: owner.email, password });
  browser.close();
  owner.password = password;
  const isIn = response.status === 200 && response.body.next === 'welcome';
  return {
    name: `${name} → ${change.status}, ${response.status} ${response.body.code ?? response.body.next}`,
    problems: isIn ? [] : ['locked out'],
  };
}

async function control(name: string, { url }: CheckBff, victims: readonly string[]): Promise<CheckCase> {
  const some = Array.from({ length: limit * 2 }, (_, index) => index);
  const statuses = await inParallel(some, 8, (index) =>
    statusOf(url, {
      from: '127.0.0.1',
      email: victims[500 + index] ?? '',
      forwardedFor: `2001:db8:2:${index}::1`,
    }),
  );
  const evaluated = statuses.filter((status) => status.startsWith('401')).length;
  return {
    name: `${name}: ${evaluated} of ${some.length} compared`,
    problems: evaluated === some.length ? [] : ['the header of a trusted proxy is ignored'],
  };
}

/** A different loopback address for each index. */
function address(net: number, index: number): string {
  return `127.${net}.${index >> 8}.${(index & 255) + 1}`.replace(/\.256$/, '.255');
}
