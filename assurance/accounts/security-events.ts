import { randomUUID } from 'node:crypto';
import { parameterOf, registrationOf } from '@portal/testbed/fixtures/registration';
import { TOTP } from 'otpauth';
import type { CheckBff } from '../harness/bff.ts';
import { BffClient, type BffRequest, type BffResponse } from '../harness/bff-client.ts';
import { addCustomer, addService, type BffCustomer, receive, testPassword } from '../harness/bff-customer.ts';

/** A request that must cause certain records of the security log, and no others. */
export interface PlayedEvent {
  events: readonly string[];
  requestId: string;
  /** Whose account the records must name; undefined where the portal knows nobody. */
  email: string | undefined;
  status: number;
}

/** What a caller could write into a log to forge a record. */
const forgery = '","event":"forged","msg":"security"}\r\n{"event":"forged","msg":"security"}';
const newPassword = 'Rakvere-2026!';
const fresh = { password: newPassword, password_repeat: newPassword };
const current = { current_password: testPassword };

/** Causes security events one by one, and remembers every secret on the way. */
export function createPlay(bff: CheckBff) {
  const played: PlayedEvent[] = [];
  const secrets = new Set<string>([testPassword, newPassword]);
  const remember = (value: unknown, isRequest: boolean): void => {
    if (typeof value !== 'object' || value === null) return;
    for (const [name, member] of Object.entries(value)) {
      const isSecret = /password|token|secret|^email$|recovery/.test(name) || (isRequest && name === 'code');
      for (const text of isSecret ? [member].flat() : [])
        if (typeof text === 'string' && text.length >= 6 && !text.includes('•')) secrets.add(text);
      remember(member, isRequest);
    }
  };
  const play = async (
    client: BffClient,
    request: BffRequest,
    { events, of }: { events: string[]; of?: string },
  ): Promise<BffResponse> => {
    const requestId = `audit-${randomUUID()}`;
    const headers = { 'x-request-id': requestId, 'user-agent': 'x","event":"forged' };
    const response = await client.send({ ...request, headers: { ...headers, ...request.headers } });
    remember(request.body, true);
    remember(response.body, false);
    for (const value of Object.values(client.cookies)) if (value.length > 20) secrets.add(value);
    played.push({ events, requestId, email: of, status: response.status });
    return response;
  };
  const mailed = async (client: BffClient, to: string, name: string): Promise<string> => {
    const mail = await receive(client, to, new RegExp(`[?&]${name}=`));
    const token = parameterOf(mail, name);
    for (const secret of [token, ...(mail.text.match(/\b\d{6}\b/g) ?? [])]) secrets.add(secret);
    return token;
  };
  return { bff, played, secrets, play, mailed };
}

type Play = ReturnType<typeof createPlay>;

const post = (path: string, body: object = {}): BffRequest => ({ method: 'POST', path, body });
const login = (email: string, password = testPassword) => post('/v1/users/login', { email, password });
const newVisitor = ({ bff }: Play) => new BffClient(bff.url);

/** Everything that the log records under ordinary settings. */
export async function playOrdinaryEvents(stage: Play): Promise<void> {
  await playRegistration(stage);
  await playLogins(stage);
  await playTwoFactor(stage);
  await playPasswords(stage);
  await playAddressChanges(stage);
  await playSessionsAndTokens(stage);
  const visitor = newVisitor(stage);
  const foreign = { ...login('x@example.com'), headers: { origin: 'https://evil.example' } };
  await stage.play(visitor, foreign, { events: ['csrf_refused'] });
}

async function playRegistration(stage: Play): Promise<void> {
  const { play, mailed } = stage;
  const email = `audit-${randomUUID().slice(0, 8)}@example.com`;
  const client = newVisitor(stage);
  const form = { ...registrationOf(email, testPassword), company: `Tamm\r\n${forgery}`.slice(0, 32) };
  await play(client, post('/v1/users/register', form), { events: ['register'] });
  await play(client, post('/v1/users/confirm', { email, resend: true }), { events: ['confirmation_asked'] });
  const token = await mailed(client, email, 'confirm');
  await play(client, post('/v1/users/confirm', { token }), { events: ['email_confirmed'], of: email });
  const { body } = await play(client, login(email), { events: ['login'], of: email });
  const decision = { accepted: false, version: body.dpu.version };
  const declined = { events: ['agreement_declined'], of: email };
  await play(client, post('/v1/users/login:dpu', decision), declined);
  await play(client, login(email), { events: ['login'], of: email });
  const accepted = { events: ['agreement_accepted'], of: email };
  await play(client, post('/v1/users/login:dpu', { ...decision, accepted: true }), accepted);
  await play(client, post('/v1/accounts/access:logout'), { events: ['logout'], of: email });
}

async function playLogins(stage: Play): Promise<void> {
  const { play, bff } = stage;
  const { email } = await addCustomer(bff.url);
  const another = newVisitor(stage);
  await play(another, login(email), { events: ['new_device', 'login'], of: email });
  await play(newVisitor(stage), login(email, 'Wrong-1!xy'), { events: ['login_refused'], of: email });
  const forged = `${forgery}@example.com`;
  await play(newVisitor(stage), login(forged), { events: [] });
  await play(newVisitor(stage), login('nobody@example.com', forgery), { events: ['login_refused'] });
}

async function playTwoFactor(stage: Play): Promise<void> {
  const { play, bff } = stage;
  const { client, email } = await addCustomer(bff.url);
  const twoFactor = '/v1/accounts/two-factor';
  const begun = await play(client, post(`${twoFactor}:begin`, current), { events: [], of: email });
  const authenticator = new TOTP({ secret: begun.body.secret });
  const codeAt = (step: number) => authenticator.generate({ timestamp: Date.now() + step * 30_000 });
  const enable = { events: ['two_factor_enabled'], of: email };
  await play(client, post(`${twoFactor}:enable`, { code: codeAt(-1) }), enable);
  const visitor = new BffClient(bff.url, { ...client.cookies });
  await play(visitor, login(email), { events: ['second_step_asked'], of: email });
  const enter = (code: string) => post('/v1/users/login:otp', { code });
  await play(visitor, enter(codeAt(9)), { events: ['second_step_refused'], of: email });
  await play(visitor, enter(codeAt(0)), { events: ['second_step_taken', 'login'], of: email });
  const renew = { events: ['recovery_codes_renewed'], of: email };
  await play(visitor, post(`${twoFactor}:recovery-codes`, current), renew);
  const disable = { events: ['two_factor_disabled'], of: email };
  await play(visitor, post(`${twoFactor}:disable`, current), disable);
}

async function playPasswords(stage: Play): Promise<void> {
  const { play, mailed, bff } = stage;
  const { client, email } = await addCustomer(bff.url);
  const change = '/v1/users/password:change';
  const wrong = { current_password: 'Wrong-1!xy', ...fresh };
  await play(client, post(change, wrong), { events: ['password_refused'], of: email });
  const visitor = newVisitor(stage);
  await play(visitor, post('/v1/users/password:restore', { email }), { events: ['restore_asked'] });
  const token = await mailed(visitor, email, 'token');
  const exchanged = { events: ['restore_token_exchanged'], of: email };
  await play(visitor, post('/v1/users/token:exchange', { token }), exchanged);
  await play(visitor, post(change, fresh), { events: ['password_changed'], of: email });
}

async function playAddressChanges(stage: Play): Promise<void> {
  const { play, mailed, bff } = stage;
  const { client, email }: BffCustomer = await addCustomer(bff.url);
  const moved = `moved-${email}`;
  const call = { method: 'PUT', path: '/v1/accounts/profile', body: { phone: '372 5559 9999' } };
  await play(client, call, { events: ['phone_changed'], of: email });
  const put = { method: 'PUT', path: '/v1/accounts/profile', body: { email: moved, ...current } };
  await play(client, put, { events: ['email_change_asked'], of: email });
  const token = await mailed(client, moved, 'confirm');
  const confirmed = { events: ['email_change_confirmed'], of: email };
  await play(newVisitor(stage), post('/v1/users/confirm', { token }), confirmed);
  const revert = await mailed(client, email, 'revert');
  const reverted = { events: ['email_change_reverted'], of: email };
  await play(newVisitor(stage), post('/v1/users/confirm', { token: revert }), reverted);
}

async function playSessionsAndTokens(stage: Play): Promise<void> {
  const { play, bff } = stage;
  const { client, email } = await addCustomer(bff.url);
  const other = newVisitor(stage);
  await other.send(login(email));
  const [session] = (await other.get('/v1/accounts/sessions')).body.sessions.filter(
    ({ current: isOwn }: { current: boolean }) => isOwn,
  );
  const end = { method: 'DELETE', path: `/v1/accounts/sessions/${session.session_id}` };
  await play(client, end, { events: ['session_ended'], of: email });
  // Ended already, so nobody's any more.
  await play(client, end, { events: ['access_refused'], of: email });
  const others = { events: ['other_sessions_ended'], of: email };
  await play(client, post('/v1/accounts/sessions:end-others', current), others);
  const token = (action: string, event: string) =>
    play(client, post(`/v1/accounts/token:${action}`, current), { events: [event], of: email });
  await token('reveal', 'token_revealed');
  await token('rotate', 'token_rotated');
  await token('promote', 'token_promoted');
  await token('rotate', 'token_rotated');
  await token('discard', 'token_discarded');
  await play(client, await labelRequest(bff, client, email), { events: ['number_labeled'], of: email });
  await playWebhooks(stage, client, email);
  const { account_sid } = (await client.get('/v1/accounts/profile')).body;
  const wrong = Buffer.from(`${account_sid}:${'x'.repeat(43)}`).toString('base64');
  const program = { path: '/v1/services/all', headers: { authorization: `Basic ${wrong}` } };
  await play(newVisitor(stage), program, { events: ['token_refused'], of: email });
}

async function playWebhooks({ play }: Play, client: BffClient, email: string): Promise<void> {
  const webhook = {
    url: 'https://forged.example.com/',
    description: forgery,
    events: ['balance.low'],
    ...current,
  };
  const created = { events: ['webhook_created'], of: email };
  const { body } = await play(client, post('/v1/accounts/webhooks', webhook), created);
  const path = `/v1/accounts/webhooks/${body.webhook.webhook_id}`;
  const change = { method: 'PUT', path, body: webhook };
  await play(client, change, { events: ['webhook_changed'], of: email });
  const action = (name: string, event: string) =>
    play(client, post(`${path}:${name}`, current), { events: [event], of: email });
  await action('pause', 'webhook_paused');
  await action('resume', 'webhook_resumed');
  await action('rotate-secret', 'webhook_secret_rotated');
  await action('delete', 'webhook_deleted');
}

/** A label for a rented number, which the customer gets first. */
async function labelRequest(bff: CheckBff, client: BffClient, email: string): Promise<BffRequest> {
  const service = await addService(client, 'voicing');
  await bff.database.query(
    `insert into rented_numbers (account_id, number_id, service_id, number, country, type, capabilities, status, monthly_price,
      currency, rented_at)
    select account_id, 'num_audit', $2, '+3726001200', 'ee', 'local', '{voice_in}', 'active', 3, 'eur', now()
    from accounts where email = $1`,
    [email, service],
  );
  return {
    method: 'PUT',
    path: `/v1/services/${service}/numbers/rented/num_audit`,
    body: { label: forgery },
  };
}

/** A form that is sent without a solved bot check, which must be switched on. */
export async function playBotCheck(stage: Play): Promise<void> {
  const form = { email: 'nobody@example.com', captcha_token: 'bm90IGEgc29sdXRpb24' };
  await stage.play(newVisitor(stage), post('/v1/users/password:restore', form), {
    events: ['bot_check_failed'],
  });
}

/** Requests until the limit of an address refuses one; limits must be the ordinary ones. */
export async function playRateLimit(stage: Play): Promise<void> {
  const visitor = newVisitor(stage);
  const request = post('/v1/users/password:restore', { email: 'nobody@example.com' });
  for (let attempt = 0; attempt < 100; attempt += 1) {
    const { status } = await stage.play(visitor, request, { events: ['restore_asked'] });
    const last = stage.played.at(-1);
    if (status !== 429 || last === undefined) continue;
    last.events = ['rate_limited'];
    return;
  }
}
