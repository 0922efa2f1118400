// A session from its first bit to its last, in fifteen steps; each thief's request is the first after the theft.
import { createHash } from 'node:crypto';
import { parameterOf, registrationOf } from '@portal/testbed/fixtures/registration';
import { type CheckBff, withBff } from '../harness/bff.ts';
import { type BffAnswer, BffClient } from '../harness/bff-client.ts';
import { addCustomer, type BffCustomer, receive } from '../harness/bff-customer.ts';
import { endpointTable, liveRequest } from '../harness/live-requests.ts';
import { type CheckCase, lineOf, reportCases } from '../harness/report.ts';

interface Stage {
  bff: CheckBff;
  customer: BffCustomer;
}

type Step = (stage: Stage) => Promise<string[]>;

const login = '/v1/users/login';
const verify = '/v1/accounts/access:verify';

const steps: Record<string, Step> = {
  'a token has at least 128 random bits': async (stage) => {
    const tokens: string[] = [];
    for (let count = 0; count < 200; count += 1) tokens.push(sidOf(await logIn(stage)));
    const bytes = tokens.map((token) => Buffer.from(token, 'base64url'));
    const ones = bytes.flatMap((token) => [...token]).reduce((sum, byte) => sum + bitsOf(byte), 0);
    const share = ones / (bytes.length * (bytes[0]?.length ?? 1) * 8);
    return [
      ...unless(new Set(tokens).size === tokens.length, 'a token came twice'),
      ...unless(
        bytes.every(({ length }) => length * 8 >= 128),
        'a token is shorter than 128 bits',
      ),
      // Of 51,200 fair bits a share this far from a half comes once in a million times.
      ...unless(Math.abs(share - 0.5) < 0.011, `the bits are ${share} ones`),
    ];
  },
  'the database holds its SHA-256 and not the token': async (stage) => {
    const token = sidOf(await logIn(stage));
    const { rows } = await stage.bff.database.query(
      'select to_jsonb(s)::text as row from sessions s where token_hash = $1',
      [createHash('sha256').update(token).digest()],
    );
    return [
      ...unless(rows.length === 1, 'no row has its hash'),
      ...unless(!rows.some(({ row }) => row.includes(token)), 'the row holds the token'),
    ];
  },
  'the cookie is HttpOnly, SameSite, of the whole path and of no domain': async (stage) => {
    const line = cookieLine(await answerOf(stage));
    return [
      ...unless(/; HttpOnly/i.test(line), 'scripts can read it'),
      ...unless(/; SameSite=(?:Lax|Strict)/i.test(line), 'other sites send it'),
      ...unless(/; Path=\/(?:;|$)/i.test(line), 'it is of a part of the portal'),
      ...unless(!/; Domain=/i.test(line), 'other hosts get it'),
      ...unless(!/; (?:Max-Age|Expires)=/i.test(line), 'it stays when the browser is closed'),
    ];
  },
  'over https it is Secure and bound to the host by its name': async ({ bff, customer }) => {
    await bff.restart({ COOKIE_SECURE: 'true' });
    const line = cookieLine(await answerOf({ bff, customer }), '__Host-sid');
    await bff.restart({});
    return unless(/^__Host-sid=/.test(line) && /; Secure/i.test(line), line || 'no such cookie');
  },
  'log-in gives a new token and ends the one it came with': async (stage) => {
    const browser = await logIn(stage);
    const old = { ...browser.cookies };
    await browser.post(login, credentials(stage));
    return [
      ...unless(old['sid'] !== browser.cookies['sid'], 'the token stayed'),
      ...(await stolen(stage, old)),
    ];
  },
  'a token that somebody else chose is not taken over': async (stage) => {
    const chosen = 'A'.repeat(43);
    const browser = new BffClient(stage.bff.url, { sid: chosen });
    await browser.post(login, credentials(stage));
    const problems = unless(browser.cookies['sid'] !== chosen, 'the chosen token became the session');
    return [...problems, ...(await stolen(stage, { sid: chosen }))];
  },
  'log-out ends it at once, and clears the cookie': async (stage) => {
    const browser = await logIn(stage);
    const old = { ...browser.cookies };
    const answer = await browser.post('/v1/accounts/access:logout');
    return [
      ...unless(browser.cookies['sid'] === undefined, 'the cookie stayed'),
      ...unless(String(answer.headers['clear-site-data']).includes('storage'), 'the storage is not cleared'),
      ...(await stolen(stage, old)),
    ];
  },
  'a new password gives a new token and ends all others': async (stage) => {
    const [browser, other] = [await logIn(stage), await logIn(stage)];
    const old = { ...browser.cookies };
    const { password } = stage.customer;
    const change = { current_password: password, password, password_repeat: password };
    const { status } = await browser.post('/v1/users/password:change', change);
    return [
      ...unless(status === 200, `the change answered ${status}`),
      ...unless((await browser.post(verify)).status === 200, 'the session that changed it ended'),
      ...(await stolen(stage, old)),
      ...(await stolen(stage, other.cookies)),
    ];
  },
  'a password restored by mail ends every session': async (stage) => {
    const { bff, customer } = stage;
    const browsers = [await logIn(stage), await logIn(stage)];
    const visitor = new BffClient(bff.url);
    await visitor.post('/v1/users/password:restore', { email: customer.email });
    const token = parameterOf(await receive(visitor, customer.email, /\/change\?token=/), 'token');
    const { password } = customer;
    await visitor.post('/v1/users/password:change', { token, password, password_repeat: password });
    const problems = await Promise.all(browsers.map(({ cookies }) => stolen(stage, cookies)));
    return problems.flat();
  },
  'half an hour of rest ends it': async (stage) => {
    const browser = await logIn(stage);
    await ageSessions(stage, `last_seen = now() - interval '31 minutes'`);
    return stolen(stage, browser.cookies);
  },
  'use keeps it alive, but not beyond twelve hours': async (stage) => {
    const browser = await logIn(stage);
    await ageSessions(stage, `last_seen = now() - interval '29 minutes'`);
    const first = (await browser.post(verify)).status;
    const { rows } = await stage.bff.database.query(
      `select max(extract(epoch from expires_at - created)) as life,
         bool_and(last_seen > now() - interval '5 minutes') as is_touched
       from sessions where token_hash = $1`,
      [
        createHash('sha256')
          .update(browser.cookies['sid'] ?? '')
          .digest(),
      ],
    );
    await ageSessions(stage, 'expires_at = now()');
    return [
      ...unless(first === 200, 'it ended while it was used'),
      ...unless(rows[0]?.is_touched === true, 'its use was not noted'),
      ...unless(Number(rows[0]?.life) <= 12 * 3600 + 1, `it would live ${rows[0]?.life} s`),
      ...(await stolen(stage, browser.cookies)),
    ];
  },
  'one that is remembered outlives the browser and an hour of rest, and ends after thirty days': async (
    stage,
  ) => {
    const browser = new BffClient(stage.bff.url);
    const answer = await browser.post(login, { ...credentials(stage), remember: true });
    const age = Number(/max-age=(\d+)/i.exec(cookieLine(answer))?.[1]);
    await ageSessions(stage, `last_seen = now() - interval '1 hour'`);
    const rested = (await browser.post(verify)).status;
    await ageSessions(stage, `expires_at = now()`);
    return [
      ...unless(age === 30 * 86_400, `the cookie lives ${age} s`),
      ...unless(rested === 200, 'it ended with an hour of rest'),
      ...(await stolen(stage, browser.cookies)),
    ];
  },
  'one that still owes a step opens nothing': async (stage) => {
    const email = `limited-${Date.now()}@example.com`;
    const browser = new BffClient(stage.bff.url);
    await browser.post('/v1/users/register', registrationOf(email, stage.customer.password));
    const token = parameterOf(await receive(browser, email, /\?confirm=/), 'confirm');
    const before = await opened(browser, { email, password: stage.customer.password });
    await browser.post('/v1/users/confirm', { token });
    const after = await opened(browser, { email, password: stage.customer.password });
    return [...before, ...after];
  },
  'the list shows each, and ending one there ends it at once': async (stage) => {
    const [browser, other] = [await logIn(stage), await logIn(stage)];
    const { sessions } = (await browser.get('/v1/accounts/sessions')).body;
    const listed: { session_id: string; current: boolean }[] = sessions;
    const theirs = (await other.get('/v1/accounts/sessions')).body.sessions.find(
      ({ current }: { current: boolean }) => current,
    );
    const ended = await browser.send({
      method: 'DELETE',
      path: `/v1/accounts/sessions/${theirs.session_id}`,
    });
    return [
      ...unless(listed.filter(({ current }) => current).length === 1, 'not one is the own'),
      ...unless(!JSON.stringify(listed).includes(sidOf(other)), 'the list holds a token'),
      ...unless(ended.status === 200, `ending it answered ${ended.status}`),
      ...(await stolen(stage, other.cookies)),
      ...unless((await browser.post(verify)).status === 200, 'the own ended too'),
    ];
  },
  'ending all others leaves the own alone': async (stage) => {
    const browser = await logIn(stage);
    const others = [await logIn(stage), await logIn(stage), await logIn(stage)];
    const { status } = await browser.post('/v1/accounts/sessions:end-others');
    const problems = await Promise.all(others.map(({ cookies }) => stolen(stage, cookies)));
    const own = (await browser.post(verify)).status;
    return [
      ...unless(status === 200 && own === 200, `answered ${status}, the own ${own}`),
      ...problems.flat(),
    ];
  },
};

await withBff(
  async (bff) => {
    const customer = await addCustomer(bff.url);
    const cases: CheckCase[] = [];
    for (const [name, step] of Object.entries(steps)) {
      const problems = await step({ bff, customer }).catch((error: unknown) => [lineOf(error)]);
      cases.push({ name, problems });
    }
    reportCases('session-theft', cases, [
      'a stolen old cookie worked 0 times is what every step asks for; an end takes effect with the next request',
    ]);
  },
  { RATE_LIMIT_FACTOR: '1000' },
);

async function answerOf(stage: Stage): Promise<BffAnswer> {
  return new BffClient(stage.bff.url).post(login, credentials(stage));
}

async function logIn(stage: Stage): Promise<BffClient> {
  const browser = new BffClient(stage.bff.url);
  const { status } = await browser.post(login, credentials(stage));
  if (status !== 200) throw new Error(`log-in answered ${status}`);
  return browser;
}

function credentials({ customer: { email, password } }: Stage) {
  return { email, password };
}

/** What somebody gets who holds the cookie: in the page's first question, and by the API itself. */
async function stolen({ bff }: Stage, cookies: Record<string, string>): Promise<string[]> {
  const thief = new BffClient(bff.url, { sid: cookies['sid'] ?? '' });
  const profile = (await thief.get('/v1/accounts/profile')).status;
  const verified = (await thief.post(verify)).status;
  thief.close();
  return unless(profile === 401 && verified === 401, `AN OLD COOKIE WORKED: ${profile}, ${verified}`);
}

/** Every endpoint that needs a session, with a limited one. */
async function opened(browser: BffClient, account: object): Promise<string[]> {
  const { body } = await browser.post(login, account);
  const problems: string[] = [];
  for (const [id, endpoint] of endpointTable.filter(([, { access }]) => access === 'session')) {
    const { path, body: sent } = liveRequest(id, {});
    const { status } = await browser.send({ method: endpoint.method, path, body: sent });
    if (status !== 403) problems.push(`with ${body.next} owed, ${id} answered ${status}`);
  }
  return problems;
}

async function ageSessions({ bff, customer }: Stage, change: string): Promise<void> {
  await bff.database.query(
    `update sessions set ${change} where account_id = (select account_id from accounts where email = $1)`,
    [customer.email],
  );
}

function sidOf({ cookies }: BffClient): string {
  return cookies['sid'] ?? '';
}

function cookieLine({ headers }: BffAnswer, name = 'sid'): string {
  return headers['set-cookie']?.find((line) => line.startsWith(`${name}=`)) ?? '';
}

function unless(holds: boolean, problem: string): string[] {
  return holds ? [] : [problem];
}

function bitsOf(byte: number): number {
  return byte.toString(2).replaceAll('0', '').length;
}
