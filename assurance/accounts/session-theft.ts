// Follows a session from login to its end in fifteen steps. Each request of the thief is the first one after the theft.
import type { OpenSession } from '@portal/contract/access';
import { parameterOf, registrationOf } from '@portal/testbed/fixtures/registration';
import { withBff } from '../harness/bff.ts';
import { BffClient } from '../harness/bff-client.ts';
import { addCustomer, receive } from '../harness/bff-customer.ts';
import { type CheckCase, reportCases, tryCase } from '../harness/report.ts';
import {
  accessBefore,
  ageSessions,
  cookieLine,
  credentials,
  isOpen,
  logIn,
  login,
  responseOf,
  type Stage,
  sessionOf,
  sidOf,
  stolen,
  unless,
} from './stolen-sessions.ts';

const steps: Record<string, (stage: Stage) => Promise<string[]>> = {
  'a token has at least 128 random bits': async (stage) => {
    const tokens: string[] = [];
    for (let count = 0; count < 200; count += 1) tokens.push(sidOf(await logIn(stage)));
    const bytes = tokens.map((token) => Buffer.from(token, 'base64url'));
    const ones = bytes.flatMap((token) => [...token]).reduce((sum, byte) => sum + bitsOf(byte), 0);
    const share = ones / (bytes.length * (bytes[0]?.length ?? 1) * 8);
    return [
      ...unless(new Set(tokens).size === tokens.length, 'a token was issued twice'),
      ...unless(Math.min(...bytes.map(({ length }) => length)) >= 16, 'a token is shorter than 128 bits'),
      // For 51,200 fair bits the share differs from a half by this much once in a million times.
      ...unless(Math.abs(share - 0.5) < 0.011, `the bits are ${share} ones`),
    ];
  },
  'the database stores the SHA-256 of the token, not the token': async (stage) => {
    const token = sidOf(await logIn(stage));
    const rows = await sessionOf(stage, token, 'to_jsonb(sessions)::text as row');
    return [
      ...unless(rows.length === 1, 'no row has its hash'),
      ...unless(!JSON.stringify(rows).includes(token), 'the row contains the token'),
    ];
  },
  'the cookie is HttpOnly and SameSite, with the path / and no domain': async (stage) => {
    const line = cookieLine(await responseOf(stage));
    return [
      ...unless(/; HttpOnly/i.test(line), 'scripts can read it'),
      ...unless(/; SameSite=(?:Lax|Strict)/i.test(line), 'other sites send it'),
      ...unless(/; Path=\/(?:;|$)/i.test(line), 'its path is not /'),
      ...unless(!/; Domain=/i.test(line), 'it has a domain'),
      ...unless(!/; (?:Max-Age|Expires)=/i.test(line), 'it outlives the browser'),
    ];
  },
  'over https the cookie is Secure and has the __Host- prefix': async ({ bff, customer }) => {
    await bff.restart({ COOKIE_SECURE: 'true' });
    const line = cookieLine(await responseOf({ bff, customer }), '__Host-sid');
    await bff.restart({});
    return unless(/^__Host-sid=/.test(line) && /; Secure/i.test(line), line || 'no such cookie');
  },
  'login issues a new token and ends the old session': async (stage) => {
    const browser = await logIn(stage);
    const old = sidOf(browser);
    await browser.post(login, credentials(stage));
    return [...unless(old !== sidOf(browser), 'the token did not change'), ...(await stolen(stage, old))];
  },
  'a token chosen by an attacker does not become a session': async (stage) => {
    const chosen = 'A'.repeat(43);
    const browser = new BffClient(stage.bff.url, { sid: chosen });
    await browser.post(login, credentials(stage));
    const problems = unless(sidOf(browser) !== chosen, 'the chosen token became the session');
    return [...problems, ...(await stolen(stage, chosen))];
  },
  'logout ends the session immediately and clears the cookie': async (stage) => {
    const browser = await logIn(stage);
    const old = sidOf(browser);
    const { headers } = await browser.post('/v1/accounts/access:logout');
    return [
      ...unless(browser.cookies['sid'] === undefined, 'the cookie was not cleared'),
      ...unless(String(headers['clear-site-data']).includes('storage'), 'the storage is not cleared'),
      ...(await stolen(stage, old)),
    ];
  },
  'a password change issues a new token and ends all other sessions': async (stage) => {
    const [browser, other] = [await logIn(stage), await logIn(stage)];
    const old = sidOf(browser);
    const { password } = stage.customer;
    const change = { current_password: password, password, password_repeat: password };
    const { status } = await browser.post('/v1/users/password:change', change);
    return [
      ...unless(status === 200, `the change returned ${status}`),
      ...unless(await isOpen(browser), 'the session that changed the password ended'),
      ...(await stolen(stage, old, sidOf(other))),
    ];
  },
  'a password reset by mail ends every session': async (stage) => {
    const { bff, customer } = stage;
    const browsers = [await logIn(stage), await logIn(stage)];
    const visitor = new BffClient(bff.url);
    await visitor.post('/v1/users/password:restore', { email: customer.email });
    const token = parameterOf(await receive(visitor, customer.email, /\/change\?token=/), 'token');
    const { password } = customer;
    await visitor.post('/v1/users/password:change', { token, password, password_repeat: password });
    return stolen(stage, ...browsers.map(sidOf));
  },
  'half an hour without requests ends the session': async (stage) => {
    const browser = await logIn(stage);
    await ageSessions(stage, `last_seen = now() - interval '31 minutes'`);
    return stolen(stage, sidOf(browser));
  },
  'requests extend the session, but not beyond twelve hours': async (stage) => {
    const browser = await logIn(stage);
    await ageSessions(stage, `last_seen = now() - interval '29 minutes'`);
    const isExtended = await isOpen(browser);
    const [row] = await sessionOf(
      stage,
      sidOf(browser),
      "extract(epoch from expires_at - created) as life, last_seen > now() - interval '5 minutes' as is_touched",
    );
    await ageSessions(stage, 'expires_at = now()');
    return [
      ...unless(isExtended, 'it ended in spite of requests'),
      ...unless(row?.['is_touched'] === true, 'the request was not recorded'),
      ...unless(Number(row?.['life']) <= 12 * 3600 + 1, `it would last ${row?.['life']} s`),
      ...(await stolen(stage, sidOf(browser))),
    ];
  },
  'a remembered session outlives the browser and an hour without requests, and ends after thirty days':
    async (stage) => {
      const browser = new BffClient(stage.bff.url);
      const response = await browser.post(login, { ...credentials(stage), remember: true });
      const age = Number(/max-age=(\d+)/i.exec(cookieLine(response))?.[1]);
      await ageSessions(stage, `last_seen = now() - interval '1 hour'`);
      const isRested = await isOpen(browser);
      await ageSessions(stage, `expires_at = now()`);
      return [
        ...unless(age === 30 * 86_400, `the cookie lasts ${age} s`),
        ...unless(isRested, 'it ended after an hour without requests'),
        ...(await stolen(stage, sidOf(browser))),
      ];
    },
  'a session with an open login step gives no access': async (stage) => {
    const email = `limited-${Date.now()}@example.com`;
    const browser = new BffClient(stage.bff.url);
    await browser.post('/v1/users/register', registrationOf(email, stage.customer.password));
    const token = parameterOf(await receive(browser, email, /\?confirm=/), 'confirm');
    const account = { ...credentials(stage), email };
    const { status } = await browser.post(login, account);
    await browser.post('/v1/users/confirm', { token });
    return [
      ...unless(status === 401, `a login before the confirmation returned ${status}`),
      ...(await accessBefore(browser, account)),
    ];
  },
  'the list shows every session, and ending one there takes effect immediately': async (stage) => {
    const [browser, other] = [await logIn(stage), await logIn(stage)];
    const current = async (client: BffClient) => {
      const { body, text } = await client.get('/v1/accounts/sessions');
      const sessions: OpenSession[] = body.sessions;
      return { own: sessions.filter((one) => one.current), text };
    };
    const { own, text } = await current(browser);
    const [theirs] = (await current(other)).own;
    const path = `/v1/accounts/sessions/${theirs?.session_id}`;
    const ended = await browser.send({ method: 'DELETE', path });
    return [
      ...unless(own.length === 1, 'the list does not mark one session as current'),
      ...unless(!text.includes(sidOf(other)), 'the list contains a token'),
      ...unless(ended.status === 200, `ending it returned ${ended.status}`),
      ...(await stolen(stage, sidOf(other))),
      ...unless(await isOpen(browser), 'the current session ended too'),
    ];
  },
  'ending all other sessions leaves the current one open': async (stage) => {
    const browser = await logIn(stage);
    const others = [await logIn(stage), await logIn(stage), await logIn(stage)];
    const { status } = await browser.post('/v1/accounts/sessions:end-others');
    return [
      ...unless(status === 200, `returned ${status}`),
      ...(await stolen(stage, ...others.map(sidOf))),
      ...unless(await isOpen(browser), 'the current session ended too'),
    ];
  },
};

await withBff(
  async (bff) => {
    const customer = await addCustomer(bff.url);
    const cases: CheckCase[] = [];
    for (const [name, step] of Object.entries(steps))
      cases.push(await tryCase(name, async (problems) => problems.push(...(await step({ bff, customer })))));
    reportCases('session-theft', cases, [
      'target: a stolen cookie of an ended session never works, from the first request on',
    ]);
  },
  { RATE_LIMIT_FACTOR: '1000' },
);

function bitsOf(byte: number): number {
  return byte.toString(2).replaceAll('0', '').length;
}
