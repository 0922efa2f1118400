import { beforeEach, describe, expect, test } from '@jest/globals';
import { sql } from '../../database/sql.ts';
import { type TestCustomer, testPortal } from '../../testing/test-portal.ts';

const portal = testPortal();
const url = '/v1/accounts/saved-views';
let customer: TestCustomer;

beforeEach(async () => {
  customer = await portal.customer();
});

const failures = {
  kind: 'calls',
  name: '  Failed \n calls ',
  query: { result: 'failed,congestion', number: '+49,0151 162258', order: 'price:desc', unknown: '1' },
  columns: ['price', 'started'],
};

const save = (changes: object = {}, by = customer) => by.post(url, { ...failures, ...changes });
const saved = async (by = customer) => (await by.get(url)).body;

describe('saved views', () => {
  test('are stored as the history’s address has them, and listed by name', async () => {
    const { status, body } = await save();
    expect(status).toBe(201);
    expect(body.view).toEqual({
      view_id: expect.stringMatching(/^view_[0-9a-f]{32}$/),
      kind: 'calls',
      name: 'Failed calls',
      query: { result: 'failed,congestion', number: '+49,151162258', order: '-price' },
      columns: ['price', 'started'],
      updated: expect.any(String),
    });
    await save({ name: 'all', query: {} });
    await save({ kind: 'messages', name: 'Failed calls', query: { status: 'failed' }, columns: ['status'] });
    expect(await saved()).toMatchObject({
      views: [
        { name: 'all', query: {} },
        { name: 'Failed calls', kind: 'calls' },
        { name: 'Failed calls', kind: 'messages', query: { status: 'failed' } },
      ],
    });
  });

  test('have days, or a period that moves on with them', async () => {
    const days = { start_date: '2026-11-01', end_date: '2026-11-07' };
    expect((await save({ query: days })).body.view.query).toEqual(days);
    const moving = { ...days, period: 'last_7_days' };
    expect((await save({ name: 'Week', query: moving })).body.view.query).toEqual({ period: 'last_7_days' });
  });

  test.each([
    [{ query: { result: 'stolen' } }, 'filter_invalid'],
    [{ query: { order: 'password' } }, 'order_invalid'],
    [{ query: { period: 'forever' } }, 'filter_invalid'],
    [{ query: { result: ['failed'] } }, 'validation_failed'],
    [{ query: { start_date: '2026-11-07', end_date: '2026-11-01' } }, 'range_invalid'],
    [{ query: { duration_from: '2', duration_to: '1' } }, 'filter_invalid'],
    [{ query: { sip_code: Array.from({ length: 250 }, () => '9'.repeat(15)).join() } }, 'filter_invalid'],
    [{ query: 'status=failed' }, 'validation_failed'],
    [{ columns: [] }, 'validation_failed'],
    [{ columns: ['started', 'started'] }, 'validation_failed'],
    [{ columns: ['sender'] }, 'validation_failed'],
    [{ name: ' ' }, 'validation_failed'],
    [{ name: 'x'.repeat(61) }, 'validation_failed'],
    [{ kind: 'payments' }, 'validation_failed'],
  ])('%j is refused', async (changes, code) => {
    const { status, body } = await save(changes);
    expect([status, body.code]).toEqual([422, code]);
    expect((await saved()).views).toEqual([]);
  });

  test('have names of their own in each history, in upper or lower case', async () => {
    await save();
    const taken = { code: 'validation_failed', errors: [{ field: 'name', code: 'view_name_taken' }] };
    expect((await save({ name: 'FAILED CALLS' })).body).toMatchObject(taken);
    const { view } = (await save({ name: 'Other' })).body;
    expect((await customer.put(`${url}/${view.view_id}`, failures)).body).toMatchObject(taken);
    expect((await saved()).views).toHaveLength(2);
  });

  test('are saved once by requests with the same key', async () => {
    const key = { 'idempotency-key': 'key-of-form-1' };
    const first = await customer.post(url, failures, key);
    const again = await customer.post(url, failures, key);
    expect([first.status, again.status]).toEqual([201, 201]);
    expect(again.body).toEqual(first.body);
    expect((await saved()).views).toHaveLength(1);
    const other = await customer.post(url, { ...failures, name: 'Other' }, key);
    expect(other.body.code).toBe('idempotency_key_reused');
  });

  test('are renamed and replaced', async () => {
    const { view } = (await save()).body;
    const place = `${url}/${view.view_id}`;
    expect((await customer.put(place, { ...failures, name: 'failed calls' })).body.view.name).toBe(
      'failed calls',
    );
    const changed = { ...failures, query: { direction: 'inbound' }, columns: ['started'] };
    expect((await customer.put(place, changed)).body.view).toMatchObject({
      query: { direction: 'inbound' },
      columns: ['started'],
    });
    expect((await saved()).views).toMatchObject([{ view_id: view.view_id, name: 'Failed calls' }]);
    const ofMessages = { kind: 'messages', name: 'x', query: {}, columns: ['created'] };
    expect((await customer.put(place, ofMessages)).body).toMatchObject({ code: 'not_found' });
  });

  test('are deleted once', async () => {
    const { view } = (await save()).body;
    expect((await customer.send({ method: 'DELETE', url: `${url}/${view.view_id}` })).body).toEqual({
      success: true,
      view_id: view.view_id,
    });
    expect((await customer.send({ method: 'DELETE', url: `${url}/${view.view_id}` })).status).toBe(404);
    expect((await saved()).views).toEqual([]);
  });

  test('are fifty in each history, also when they are saved at the same time', async () => {
    const names = Array.from({ length: 52 }, (_, index) => `View ${index}`);
    const responses = await Promise.all(names.map((name) => save({ name })));
    const refused = responses.filter(({ status }) => status === 409);
    expect(refused).toHaveLength(2);
    expect(refused[0]?.body).toMatchObject({ code: 'too_many_views', params: { max: 50 } });
    expect((await saved()).views).toHaveLength(50);
    expect((await save({ kind: 'messages', query: {}, columns: ['created'] })).status).toBe(201);
  });

  test('belong to their account, and end with it', async () => {
    const { view } = (await save()).body;
    const stranger = await portal.customer();
    expect((await stranger.put(`${url}/${view.view_id}`, failures)).status).toBe(404);
    expect((await stranger.send({ method: 'DELETE', url: `${url}/${view.view_id}` })).status).toBe(404);
    expect((await save({}, stranger)).status).toBe(201);
    const { account_id } = stranger.account;
    await stranger.put('/v1/accounts/history-columns', { kind: 'calls', columns: ['price'] });
    await portal.superuser.system.run(sql`delete from accounts where account_id = ${account_id}`);
    const left = await portal.superuser.system.query(sql`
      select account_id from saved_views where account_id = ${account_id}
      union all select account_id from history_columns where account_id = ${account_id}`);
    expect(left).toEqual([]);
    expect((await saved()).views).toHaveLength(1);
  });
});

describe('columns of the histories', () => {
  const choose = (body: object) => customer.put('/v1/accounts/history-columns', body);

  test('are those that were chosen last', async () => {
    expect((await saved()).columns).toEqual({ calls: null, messages: null });
    await choose({ kind: 'calls', columns: ['price'] });
    await choose({ kind: 'calls', columns: ['price', 'call_id'] });
    const { body } = await choose({ kind: 'messages', columns: ['status'] });
    expect(body).toEqual({ success: true, columns: ['status'] });
    expect((await saved()).columns).toEqual({ calls: ['price', 'call_id'], messages: ['status'] });
    await choose({ kind: 'messages', columns: null });
    expect((await saved()).columns).toEqual({ calls: ['price', 'call_id'], messages: null });
  });

  test.each([
    { kind: 'calls', columns: [] },
    { kind: 'calls', columns: ['status'] },
    { kind: 'messages', columns: ['status', 'status'] },
    { kind: 'messages' },
  ])('%j is refused', async (body) => {
    expect((await choose(body)).status).toBe(422);
    expect((await saved()).columns).toEqual({ calls: null, messages: null });
  });
});
