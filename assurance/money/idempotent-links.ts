import { randomUUID } from 'node:crypto';
import { newEmail, parameterOf, registrationOf } from '@portal/testbed/fixtures/registration';
import { TOTP } from 'otpauth';
import type { CheckBff } from '../harness/bff.ts';
import { BffClient, type BffResponse } from '../harness/bff-client.ts';
import { addCustomer, must, receive, testPassword } from '../harness/bff-customer.ts';
import { untilQuiet } from '../harness/database-state.ts';
import { type CheckCase, tryCase } from '../harness/report.ts';

/** A request whose response holds or starts something secret, so that it is not stored but given again by rules of its own. */
interface LinkRequest {
  id: string;
  client: BffClient;
  path: string;
  body: object;
  email: string;
  /** Counts what the request does. */
  effects: string;
  expected: number;
}

const password = 'NewSecret1!';

/** Sends the requests that repeat by their own rules many times at the same time: one effect, and the page that sent them gets a response. */
export async function sendMailedLinks(bff: CheckBff, parallel: number): Promise<CheckCase[]> {
  const cases: CheckCase[] = [];
  const requests = [
    confirmation,
    exchange,
    passwordChange,
    twoFactor,
    loginByCode,
    loginByRecoveryCode,
    agreementOf,
    webhook,
    rotation,
  ];
  for (const prepare of requests) {
    const request = await prepare(bff);
    const { id, client, path, body, email, effects, expected } = request;
    const headers = { 'idempotency-key': randomUUID() };
    const send = () =>
      new BffClient(client.url, client.cookies).send({
        method: 'POST',
        path,
        body,
        headers,
        from: '127.0.0.1',
      });
    const responses: BffResponse[] = await Promise.all(Array.from({ length: parallel }, send));
    const done = responses.filter(({ status }) => status < 300).length;
    const name = `${id}: ${parallel} at the same time, ${done} responses, ${parallel - done} refused`;
    cases.push(
      await tryCase(name, async (problems) => {
        await untilQuiet(bff.database);
        const { rows } = await bff.database.query<{ count: number }>(effects, [email]);
        if (rows[0]?.count !== expected) problems.push(`${rows[0]?.count} effects, not ${expected}`);
        if (done === 0) problems.push('no response');
        const unexpected = responses.filter(
          ({ status }) => status >= 300 && ![401, 409, 410].includes(status),
        );
        problems.push(...unexpected.map(({ status, body }) => `${status} ${body.code}`).slice(0, 3));
      }),
    );
  }
  return cases;
}

async function confirmation({ url }: CheckBff): Promise<LinkRequest> {
  const [client, email] = [new BffClient(url), newEmail()];
  await must(client, 'POST', '/v1/users/register', registrationOf(email, testPassword));
  const token = parameterOf(await receive(client, email, /\?confirm=/), 'confirm');
  const effects =
    'select count(*)::int as count from accounts where email = $1 and email_confirmed_at is not null';
  return { id: 'confirm', client, path: '/v1/users/confirm', body: { token }, email, effects, expected: 1 };
}

async function exchange({ url }: CheckBff): Promise<LinkRequest> {
  const { email } = await addCustomer(url, { isBare: true });
  const client = new BffClient(url);
  await must(client, 'POST', '/v1/users/password:restore', { email });
  const token = parameterOf(await receive(client, email, /token=rst_/), 'token');
  // The customer's own session, and one that may set a new password.
  const effects =
    'select count(*)::int as count from sessions join accounts using (account_id) where email = $1';
  return {
    id: 'exchangeToken',
    client,
    path: '/v1/users/token:exchange',
    body: { token },
    email,
    effects,
    expected: 2,
  };
}

async function passwordChange({ url }: CheckBff): Promise<LinkRequest> {
  const { client, email } = await addCustomer(url, { isBare: true });
  const body = { current_password: testPassword, password, password_repeat: password };
  const effects = mailsLike('%password%changed%');
  return {
    id: 'changePassword',
    client,
    path: '/v1/users/password:change',
    body,
    email,
    effects,
    expected: 1,
  };
}

async function twoFactor({ url }: CheckBff): Promise<LinkRequest> {
  const { client, email, authenticator } = await beginTwoFactor(url);
  return {
    id: 'enableTwoFactor',
    client,
    path: enable,
    body: { code: authenticator.generate() },
    email,
    effects: mailsLike('Two-step % is on'),
    expected: 1,
  };
}

async function loginByCode({ url }: CheckBff): Promise<LinkRequest> {
  const { client, email, authenticator } = await atCode(url);
  // The customer's own session, and that of the login.
  const effects = `
    select count(*)::int as count from sessions join accounts using (account_id) where email = $1 and kind = 'full'`;
  // That of the current step has turned two-step verification on.
  const body = { code: authenticator.generate({ timestamp: Date.now() + 30_000 }) };
  return { id: 'loginOtp', client, path: loginOtp, body, email, effects, expected: 2 };
}

async function loginByRecoveryCode({ url }: CheckBff): Promise<LinkRequest> {
  const { client, email, recovery_codes } = await atCode(url);
  return {
    id: 'loginOtp: a recovery code',
    client,
    path: loginOtp,
    body: { code: recovery_codes[0] },
    email,
    effects: mailsLike('%recovery code%used%'),
    expected: 1,
  };
}

async function agreementOf({ url, database }: CheckBff): Promise<LinkRequest> {
  const { email } = await addCustomer(url, { isBare: true });
  await database.query(`update accounts set dpu_version = '2020-01' where email = $1`, [email]);
  const client = new BffClient(url);
  const { dpu } = await must(client, 'POST', '/v1/users/login', { email, password: testPassword });
  const effects = `
    select count(*)::int as count from sessions join accounts using (account_id) where email = $1 and kind = 'full'`;
  return {
    id: 'acceptDpu',
    client,
    path: '/v1/users/login:dpu',
    body: { accepted: true, version: dpu.version },
    email,
    // The customer's own session, and that of the acceptance.
    effects,
    expected: 2,
  };
}

const enable = '/v1/accounts/two-factor:enable';
const loginOtp = '/v1/users/login:otp';

async function beginTwoFactor(url: string) {
  const { client, email } = await addCustomer(url, { isBare: true });
  const begun = await must(client, 'POST', '/v1/accounts/two-factor:begin', {
    current_password: testPassword,
  });
  return { client, email, authenticator: new TOTP({ secret: begun.secret }) };
}

/** A browser of a customer with two-step verification that has entered the password. */
async function atCode(url: string) {
  const { client: owner, email, authenticator } = await beginTwoFactor(url);
  const { recovery_codes } = await must(owner, 'POST', enable, { code: authenticator.generate() });
  const client = new BffClient(url);
  await must(client, 'POST', '/v1/users/login', { email, password: testPassword });
  return { client, email, authenticator, recovery_codes };
}

async function webhook({ url }: CheckBff): Promise<LinkRequest> {
  const { client, email } = await addCustomer(url, { isBare: true });
  return {
    ...{ id: 'createWebhook', client, path: webhooks, body: newWebhook, email, expected: 1 },
    effects: countOfWebhooks('true'),
  };
}

async function rotation({ url }: CheckBff): Promise<LinkRequest> {
  const { client, email } = await addCustomer(url, { isBare: true });
  const created = await must(client, 'POST', webhooks, newWebhook);
  const path = `${webhooks}/${created.webhook.webhook_id}:rotate-secret`;
  const body = { current_password: testPassword };
  // A second rotation stores the secret from before the first one.
  const effects = countOfWebhooks('previous_secret_sealed is not null and earlier_secret_sealed is null');
  return { id: 'rotateWebhookSecret', client, path, body, email, effects, expected: 1 };
}

const webhooks = '/v1/accounts/webhooks';
const newWebhook = {
  url: 'https://hooks.example.com/portal',
  events: ['payment.credited'],
  current_password: testPassword,
};

function countOfWebhooks(condition: string): string {
  return `select count(*)::int as count from webhooks join accounts using (account_id) where email = $1 and ${condition}`;
}

function mailsLike(subject: string): string {
  return `select count(*)::int as count from dev_mail where recipient = $1 and subject ilike '${subject}'`;
}
