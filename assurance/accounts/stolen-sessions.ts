import { createHash } from 'node:crypto';
import type { CheckBff } from '../harness/bff.ts';
import { BffClient, type BffResponse } from '../harness/bff-client.ts';
import type { BffCustomer } from '../harness/bff-customer.ts';
import { endpointTable, liveRequest } from '../harness/live-requests.ts';

/** A BFF and the customer whose sessions are stolen. */
export interface Stage {
  bff: CheckBff;
  customer: BffCustomer;
}

export const login = '/v1/users/login';
const verify = '/v1/accounts/access:verify';

/** The response to a login. */
export function responseOf(stage: Stage): Promise<BffResponse> {
  return new BffClient(stage.bff.url).post(login, credentials(stage));
}

export async function logIn(stage: Stage): Promise<BffClient> {
  const browser = new BffClient(stage.bff.url);
  const { status } = await browser.post(login, credentials(stage));
  if (status !== 200) throw new Error(`login returned ${status}`);
  return browser;
}

export function credentials({ customer: { email, password } }: Stage) {
  return { email, password };
}

export async function isOpen(browser: BffClient): Promise<boolean> {
  return (await browser.post(verify)).status === 200;
}

/** Uses the tokens of ended sessions, for the session check of a page and for data. */
export async function stolen({ bff }: Stage, ...tokens: string[]): Promise<string[]> {
  const problems = tokens.map(async (sid) => {
    const thief = new BffClient(bff.url, { sid });
    const profile = (await thief.get('/v1/accounts/profile')).status;
    const verified = (await thief.post(verify)).status;
    thief.close();
    return unless(profile === 401 && verified === 401, `the stolen cookie worked: ${profile}, ${verified}`);
  });
  return (await Promise.all(problems)).flat();
}

/** Requests every endpoint that needs a session with a limited session. */
export async function accessBefore(browser: BffClient, account: object): Promise<string[]> {
  const { body } = await browser.post(login, account);
  const problems: string[] = [];
  for (const [id, endpoint] of endpointTable.filter(([, { access }]) => access === 'session')) {
    const { path, body: sent } = liveRequest(id, {});
    const { status } = await browser.send({ method: endpoint.method, path, body: sent });
    if (status !== 403) problems.push(`before ${body.next}, ${id} returned ${status}`);
  }
  return problems;
}

/** The line that sets the session cookie; empty when there is none. */
export function cookieLine({ headers }: BffResponse, name = 'sid'): string {
  return headers['set-cookie']?.find((line) => line.startsWith(`${name}=`)) ?? '';
}

/** Columns of the stored session. */
export async function sessionOf(
  { bff }: Stage,
  token: string,
  columns: string,
): Promise<Record<string, unknown>[]> {
  const hash = createHash('sha256').update(token).digest();
  return (await bff.database.query(`select ${columns} from sessions where token_hash = $1`, [hash])).rows;
}

/** Changes columns of all sessions of the customer. */
export async function ageSessions({ bff, customer }: Stage, change: string): Promise<void> {
  await bff.database.query(
    `update sessions set ${change} where account_id = (select account_id from accounts where email = $1)`,
    [customer.email],
  );
}

export function sidOf({ cookies }: BffClient): string {
  return cookies['sid'] ?? '';
}

export function unless(holds: boolean, problem: string): string[] {
  return holds ? [] : [problem];
}
