import { Agent } from 'node:http';
import { brotliDecompressSync, gunzipSync, zstdDecompressSync } from 'node:zlib';
import { TOTP } from 'otpauth';
import type pg from 'pg';
import type { CheckBff } from '../harness/bff.ts';
import { type RawResponse, rawRequest } from '../harness/raw-request.ts';
import type { Known } from './hostile-values.fixtures.ts';
import { createRealInputs } from './real-inputs.ts';
import { jsonRequest, renderRequest, type SentRequest } from './rendered-request.ts';
import type { RequestPlan } from './request-plans.ts';

interface CustomerOptions {
  /** Without an account the customer never logs in. */
  account?: { email: string; password: string } | undefined;
  /** Leaves a step of the login open in two of three sessions, which then allow only that step. */
  isLimited?: boolean;
  /** Sends the account's token in place of a session, to every endpoint. */
  isProgram?: boolean;
}

/** A generated request and its response; undefined if there was none. */
export interface Exchange {
  plan: RequestPlan;
  sent: SentRequest;
  response: RawResponse | undefined;
}

const mailedSecrets = /\b(?:cnf|rst|eml|rev)_[\w-]{20,}/g;
const readMailsEvery = 50;
const loginAttempts = 5;

/** A request of the customer's own was refused. */
class Refusal extends Error {
  override readonly name = 'Refusal';
}

const twoFactor = '/v1/accounts/two-factor';
/** States of the sessions of a limited customer, in turn: with two-step verification, before the agreement, before the code. */
const states = ['protected', 'dpu', 'otp'] as const;

/** Creates a customer that sends generated requests one after the other and learns ids and tokens from the responses. */
export async function createCustomer(
  bff: CheckBff,
  { account, isLimited = false, isProgram = false }: CustomerOptions = {},
) {
  // A limited session answers most requests as none would.
  const patience = isProgram ? Number.POSITIVE_INFINITY : isLimited ? 20 : 0;
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  const known = new Map<string, string[]>();
  let cookies: Record<string, string> = {};
  let credentials: Record<string, string> = {};
  let logins = 0;
  let programs = 0;
  let sentCount = 0;
  /** Consecutive responses that asked for a session. */
  let refusals = 0;
  const original = await savedRow(bff.database, account?.email);
  const real = createRealInputs(bff, account?.email);

  const learn = (name: string, value: string) => {
    const values = known.get(name) ?? [];
    if (!values.includes(value)) known.set(name, [...values, value].slice(-20));
  };
  const learnFrom = (value: unknown): void => {
    if (typeof value !== 'object' || value === null) return;
    for (const [name, member] of Object.entries(value)) {
      if (typeof member === 'string' && /_id$|^(?:secret|number)$/.test(name)) learn(name, member);
      learnFrom(member);
    }
  };
  const readMails = async () => {
    const { rows } = await bff.database.query<{ text: string }>(
      'select text from dev_mail order by created desc limit 20',
    );
    for (const { text } of rows) {
      for (const [token] of text.matchAll(mailedSecrets)) learn('token', token);
      for (const [code] of text.matchAll(/\b\d{6}\b/g)) learn('code', code);
    }
    await real.read();
  };
  const knownValue = ({ name, nth }: Known): string | undefined => {
    if (name === 'email' && nth % 3 === 0) return `fuzzing-${nth}@example.com`;
    if (name === 'email') return account?.email ?? 'nobody@example.com';
    if (/password/.test(name)) return account?.password ?? 'Tallinn-2026!';
    // Webhooks have secrets, too.
    const secret = known.get('secret')?.findLast((value) => /^[A-Z2-7]+$/.test(value));
    if (name === 'code' && secret !== undefined && nth % 4 > 0)
      return totp(secret, nth % 5 === 0 ? -1 : nth % 2);
    const values = known.get(name) ?? [];
    return values[nth % Math.max(1, values.length)] ?? 'none';
  };
  const must = async (method: string, path: string, body?: object) => {
    const { status, text } = await send(jsonRequest(method, path, body, cookies));
    const message = `${method} ${path} of ${account?.email}: ${text}`;
    if (status >= 400 && status < 500) throw new Refusal(message);
    if (status >= 300) throw new Error(message);
    return JSON.parse(text);
  };
  const send = async (request: SentRequest): Promise<RawResponse> => {
    const response = decoded(await rawRequest(bff.url, { ...request, agent }));
    for (const line of response.headers['set-cookie'] ?? []) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
      if (/max-age=0/i.test(line)) delete cookies[name];
      else cookies[name] = value;
    }
    return response;
  };

  const logIn = async () => {
    if (account === undefined) return;
    logins += 1;
    refusals = 0;
    for (let attempt = 1; ; attempt += 1)
      try {
        return await openSession(account);
      } catch (error) {
        // Another customer has used a mailed link of this one in the meantime.
        if (!(error instanceof Refusal) || attempt === loginAttempts) throw error;
      }
  };
  const openSession = async (account: NonNullable<CustomerOptions['account']>) => {
    const state = isLimited ? states[logins % states.length] : 'full';
    await restoreRow(bff.database, original, state === 'dpu');
    cookies = {};
    await must('POST', '/v1/users/login', account);
    if (state === 'dpu') return;
    if (state !== 'full') {
      const { secret } = await must('POST', `${twoFactor}:begin`, { current_password: account.password });
      learn('secret', secret);
      await must('POST', `${twoFactor}:enable`, { code: totp(secret, -1) });
    }
    if (state === 'otp') {
      cookies = {};
      await must('POST', '/v1/users/login', account);
    } else learnFrom(await must('GET', '/v1/services/all'));
    if (isProgram) await becomeProgram(account.password);
    else if (logins === 1) await real.prepare((path, body) => must('POST', path, body));
    await real.read();
  };
  /** Gives the program what its owner has: ids, and the credentials that take the place of the session. */
  const becomeProgram = async (current_password: string) => {
    const { service_id } = (await must('GET', '/v1/services/all')).services[0];
    programs += 1;
    // The same amount again would be refused while the first top-up is unpaid.
    const topUp = { service_id, amount: `${50 + programs}.00` };
    learnFrom(await must('POST', '/v1/finances/payments/invoices', topUp));
    const { account_sid } = await must('GET', '/v1/accounts/profile');
    const { token } = await must('POST', '/v1/accounts/token:reveal', { current_password });
    const encoded = Buffer.from(`${account_sid}:${token}`).toString('base64');
    credentials = { authorization: `Basic ${encoded}` };
    cookies = {};
  };

  return {
    logIn,
    /** Sends a generated request. Logs in again if the session has ended or the request has changed the credentials. */
    exchange: async (plan: RequestPlan): Promise<Exchange> => {
      const rendered = renderRequest(plan, {
        knownValue: (value) => real.valueFor(plan.id, value) ?? knownValue(value),
        cookies,
      });
      const request = { ...rendered, headers: { ...credentials, ...rendered.headers } };
      const response = await send(request).catch(() => undefined);
      sentCount += 1;
      if (sentCount % readMailsEvery === 0) await readMails();
      const isSuccess = response !== undefined && response.status < 300;
      if (isSuccess && String(response.headers['content-type']).includes('json') && response.text !== '')
        learnFrom(JSON.parse(response.text));
      const isChanged = isSuccess && /^(?:changePassword|updateProfile)$/.test(plan.id);
      const isEnded =
        response?.status === 401 &&
        plan.cookie === undefined &&
        !response.text.includes('invalid_credentials');
      refusals = isEnded ? refusals + 1 : 0;
      if (isEnded && account === undefined) cookies = {};
      if (refusals > patience || (isChanged && 'password' in Object(plan.body))) await logIn();
      return { plan, sent: request, response };
    },
    close: () => agent.destroy(),
  };
}

export type FuzzingCustomer = Awaited<ReturnType<typeof createCustomer>>;

const decoders: Readonly<Record<string, (bytes: Buffer) => Buffer>> = {
  br: brotliDecompressSync,
  gzip: gunzipSync,
  zstd: zstdDecompressSync,
};

/** The response with its text decompressed. */
function decoded(response: RawResponse): RawResponse {
  const decode = decoders[String(response.headers['content-encoding'])];
  if (decode === undefined || response.bytes.length === 0) return response;
  return { ...response, text: decode(response.bytes).toString() };
}

/** The code of an authenticator, `step` times 30 seconds from now. */
function totp(secret: string, step: number): string {
  return new TOTP({ secret }).generate({ timestamp: Date.now() + step * 30_000 });
}

type Row = Readonly<Record<string, unknown>> | undefined;

const credentialColumns = [
  'email',
  'pending_email',
  'password_hash',
  'status',
  'dpu_version',
  'dpu_accepted_at',
];

async function savedRow(database: pg.Pool, email: string | undefined): Promise<Row> {
  const query = 'select * from accounts where email = $1';
  return (await database.query(query, [email ?? ''])).rows[0];
}

/** Gives an account its credentials back, because generated requests change the password, the address and the agreement. */
async function restoreRow(database: pg.Pool, row: Row, isWithoutAgreement: boolean): Promise<void> {
  if (row === undefined) return;
  const restored = isWithoutAgreement ? { ...row, dpu_version: null, dpu_accepted_at: null } : row;
  const values = credentialColumns.map((name) => restored[name as keyof typeof restored]);
  const columns = credentialColumns.map((name, index) => `${name} = $${index + 2}`).join(', ');
  await database.query('delete from two_factor where account_id = $1', [row['account_id']]);
  await database.query(`update accounts set ${columns} where account_id = $1`, [
    row['account_id'],
    ...values,
  ]);
}
