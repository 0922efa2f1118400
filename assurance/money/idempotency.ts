// Sends every request that takes an Idempotency-Key and stores its response fifty times at the same time, again with other content, while the
// first one runs, after a restart, and after a day.
import { randomUUID } from 'node:crypto';
import { waitFor } from '@portal/testbed/runner/concurrency';
import { type CheckBff, withBff } from '../harness/bff.ts';
import { BffClient, type BffResponse } from '../harness/bff-client.ts';
import { endpointTable } from '../harness/live-requests.ts';
import { type CheckCase, reportCases, tryCase } from '../harness/report.ts';
import { btcpaySettings } from './btcpay-events.ts';
import { startBtcpayServer } from './btcpay-server.ts';
import { sendMailedLinks } from './idempotent-links.ts';
import { type IdempotentRequest, type PreparedCustomer, prepareRequests } from './idempotent-requests.ts';

const parallel = 50;
await using btcpay = await startBtcpayServer();

await withBff(
  async (bff) => {
    const customer = await prepareRequests(bff.url, bff.database);
    const stranger = await prepareRequests(bff.url, bff.database);
    const keys = new Map(customer.requests.map(({ id }) => [id, randomUUID()]));
    const keyOf = ({ id }: IdempotentRequest) => keys.get(id) ?? '';
    const first = new Map<string, BffResponse>();
    const cases: CheckCase[] = [];
    for (const request of customer.requests) {
      cases.push(...(await together(bff, customer, request, keyOf(request), first)));
      cases.push(await ofAnother(bff, stranger, request, keyOf(request)));
      cases.push(await inFlight(bff, customer, request));
    }
    cases.push(...(await sendMailedLinks(bff, parallel)));
    cases.push(coveredEndpoints(cases));
    await bff.restart({});
    for (const request of customer.requests)
      cases.push(await afterRestart(bff, customer, request, keyOf(request), first.get(request.id)));
    for (const request of customer.requests) cases.push(await afterADay(bff, customer, request));
    reportCases('idempotency', cases, [
      `${parallel} requests at the same time; target: one effect, replays with the same bytes or 409`,
    ]);
  },
  { RATE_LIMIT_FACTOR: '1000', ...btcpaySettings(btcpay) },
);

/** Each request on a connection of its own. */
function send(
  { cookies, url }: BffClient,
  to: { path: string; body: object },
  key: string,
): Promise<BffResponse> {
  const client = new BffClient(url, cookies);
  return client.send({ method: 'POST', ...to, headers: { 'idempotency-key': key }, from: '127.0.0.1' });
}

async function countOf({ database }: CheckBff, { effects }: IdempotentRequest): Promise<number> {
  const { rows } = await database.query<{ count: number }>(effects);
  return rows[0]?.count ?? -1;
}

function isReplayed({ headers }: BffResponse): boolean {
  return headers['idempotent-replayed'] === 'true';
}

async function together(
  bff: CheckBff,
  { client }: PreparedCustomer,
  request: IdempotentRequest,
  key: string,
  first: Map<string, BffResponse>,
): Promise<CheckCase[]> {
  const before = await countOf(bff, request);
  const responses = await Promise.all(Array.from({ length: parallel }, () => send(client, request, key)));
  const done = responses.filter(({ status }) => status < 300);
  const refused = responses.filter(
    ({ status, body }) => status === 409 && body.code === 'idempotency_in_flight',
  );
  const replays = done.filter(isReplayed);
  const effective = done.find((response) => !isReplayed(response));
  if (effective !== undefined) first.set(request.id, effective);
  const parallelCase = await tryCase(
    `${request.id}: ${parallel} at the same time, ${replays.length} replays and ${refused.length} × 409`,
    async (problems) => {
      const effects = (await countOf(bff, request)) - before;
      if (effects !== 1) problems.push(`${effects} effects`);
      if (done.length + refused.length !== parallel)
        problems.push(`statuses ${[...new Set(responses.map(({ status }) => status))].join(' ')}`);
      if (done.length - replays.length !== 1)
        problems.push(`${done.length - replays.length} first responses`);
      if (new Set(done.map(({ status, text }) => `${status} ${text}`)).size !== 1)
        problems.push('replays differ');
      if (refused.some(({ headers }) => headers['retry-after'] === undefined))
        problems.push('409 without Retry-After');
    },
  );
  const repeated = await tryCase(
    `${request.id}: repeated, then with other content, and at another endpoint`,
    async (problems) => {
      problems.push(...differences(await send(client, request, key), effective));
      const elsewhere = request.id === 'createTicket' ? '/v1/services' : '/v1/accounts/support';
      const content = { type: 'messaging', subject: 'Subject', body: 'Text' };
      for (const other of [request.other, { path: elsewhere, body: content }]) {
        const { status, body } = await send(client, other, key);
        if (status !== 422 || body.code !== 'idempotency_key_reused')
          problems.push(`${other.path}: ${status} ${body.code}`);
      }
      if ((await countOf(bff, request)) - before !== 1) problems.push('another effect');
      const malformed = await send(client, request, 'short');
      if (malformed.status !== 400) problems.push(`a malformed key: ${malformed.status}`);
    },
  );
  return [parallelCase, repeated];
}

/** What is wrong with a replay of a response. */
function differences(replay: BffResponse, first: BffResponse | undefined): string[] {
  return [
    ...(isReplayed(replay) ? [] : [`not replayed: ${replay.status}`]),
    ...(replay.status === first?.status && replay.text === first.text ? [] : ['the replay differs']),
  ];
}

/** The key of one customer is no key of another one. */
async function ofAnother(
  bff: CheckBff,
  { client, requests }: PreparedCustomer,
  { id }: IdempotentRequest,
  key: string,
) {
  return tryCase(`${id}: the same key of another customer`, async (problems) => {
    const own = requests.find((request) => request.id === id);
    if (own === undefined) return problems.push('no request');
    const before = await countOf(bff, own);
    const response = await send(client, own, key);
    if (response.status >= 300 || isReplayed(response))
      problems.push(`${response.status}, a response of somebody else`);
    if ((await countOf(bff, own)) - before !== 1) problems.push('no effect of its own');
    return undefined;
  });
}

/** While the first request waits for a lock, the same key is refused; afterwards its response is replayed. */
async function inFlight(bff: CheckBff, { client }: PreparedCustomer, request: IdempotentRequest) {
  return tryCase(`${request.id}: refused while the first one runs`, async (problems) => {
    const key = randomUUID();
    const lock = await bff.database.connect();
    // What exists once is refused with a new key, without a wait.
    const waits = request.refusal === undefined;
    const sent = { path: request.path, body: request.body };
    await lock.query(`begin; lock table ${request.table} in exclusive mode`);
    const running = send(client, sent, key);
    if (waits) {
      await waitFor('the first request did not wait', async () => {
        const { rows } = await bff.database.query(
          `select from pg_stat_activity where wait_event_type = 'Lock' and datname = 'portal'`,
        );
        return rows.length > 0 || undefined;
      });
      const second = await send(client, sent, key);
      if (second.status !== 409 || second.body.code !== 'idempotency_in_flight')
        problems.push(`the second one got ${second.status} ${second.body.code}`);
    }
    await lock.query('rollback');
    lock.release();
    const first = await running;
    if (waits) problems.push(...differences(await send(client, sent, key), first));
    else if (first.body.code !== request.refusal) problems.push(`${first.status} ${first.body.code}`);
  });
}

async function afterRestart(
  bff: CheckBff,
  { client }: PreparedCustomer,
  request: IdempotentRequest,
  key: string,
  first: BffResponse | undefined,
) {
  return tryCase(`${request.id}: replayed after a restart`, async (problems) => {
    const before = await countOf(bff, request);
    problems.push(...differences(await send(client, request, key), first));
    if ((await countOf(bff, request)) !== before) problems.push('another effect');
  });
}

/** Keys are forgotten after a day: the request counts as a new one. */
async function afterADay(bff: CheckBff, { client, accountId }: PreparedCustomer, request: IdempotentRequest) {
  return tryCase(`${request.id}: a key is forgotten after a day`, async (problems) => {
    const key = randomUUID();
    const before = await countOf(bff, request);
    await send(client, request, key);
    await bff.database.query(
      `update idempotency_keys set created = created - interval '24 hours 1 second' where account_id = $1`,
      [accountId],
    );
    const again = await send(client, request, key);
    const effects = (await countOf(bff, request)) - before;
    if (isReplayed(again)) problems.push('replayed');
    const expected = request.afterADay === 2 ? 2 : 0;
    if (effects !== expected) problems.push(`${effects} effects`);
  });
}

/** Endpoints that take a key and are not tried above. */
function coveredEndpoints(cases: readonly CheckCase[]): CheckCase {
  const idempotent = endpointTable.filter(([, { idempotent }]) => idempotent === true).map(([id]) => id);
  const missing = idempotent.filter((id) => !cases.some(({ name }) => name.startsWith(`${id}:`)));
  return {
    name: `all ${idempotent.length} endpoints that take a key are tried`,
    problems: missing.map((id) => `${id} is not tried`),
  };
}
