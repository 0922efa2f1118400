import { afterAll, beforeAll, describe, expect, jest, test } from '@jest/globals';
import {
  createPortalFolder,
  sampleComposition,
  sampleHostFiles,
} from '@portal/federation-server/testing/portal-folder.fixtures';
import { sql } from '../database/sql.ts';
import { givenService } from '../modules/services/services.fixtures.ts';
import { type TestCustomer, testPassword, testPortal } from '../testing/test-portal.ts';
import { addressesOf } from './readable-requests.ts';

const portal = testPortal({ TRUSTED_PROXIES: '127.0.0.1' });
let customer: TestCustomer;
let voicing: string;
let messaging: string;

beforeAll(async () => {
  customer = await portal.customer();
  const id = customer.account.account_id;
  voicing = (await givenService(portal.database, id)).service_id;
  messaging = (await givenService(portal.database, id, { type: 'messaging' })).service_id;
});

const nested = (levels: number) => '['.repeat(levels) + ']'.repeat(levels);

describe('refuses with 4xx', () => {
  test.each([
    ['NUL in a path', '/v1/services/svc%00/cdr'],
    ['NUL in the path of a file', '/assets/%00.js'],
    ['NUL in a filter', '/v1/finances/payments?filter_query=a%00b'],
    ['NUL in the name of a parameter', '/v1/finances/payments?a%00b=1'],
    ['the year 0000', '/v1/finances/payments?start_date=0000-01-01&end_date=0000-01-02'],
    ['the year 0001', '/v1/finances/payments?start_date=0001-01-01&end_date=0001-01-02'],
    ['the year 9999', '/v1/finances/payments?start_date=9999-12-30&end_date=9999-12-31'],
  ])('%s', async (_name, url) => {
    const { status } = await customer.get(url);
    expect({ url, isRefused: status >= 400 && status < 500 }).toEqual({ url, isRefused: true });
  });

  test.each(['0000-01-01', '0001-01-01', '1969-12-31', '3000-01-01', '9999-12-31'])(
    'the day %s in reports and histories',
    async (day) => {
      const period = `start_date=${day}&end_date=${day}`;
      for (const path of [
        `${voicing}/cdr`,
        `${voicing}/stats`,
        `${messaging}/stats`,
        `${messaging}/report`,
      ]) {
        const response = await customer.get(`/v1/services/${path}?${period}`);
        expect({ path, status: response.status }).toEqual({ path, status: 400 });
      }
    },
  );

  test.each([
    ['NUL in a text', { subject: 'a\0b', body: 'text' }],
    ['half of a surrogate pair', { subject: 'a\ud800b', body: 'text' }],
    ['NUL in the name of a member', { subject: 'a', body: 'text', 'a\0b': 1 }],
    ['a text deep inside', { subject: 'a', body: 'text', context: [{ a: ['\udfff'] }] }],
    ['JSON of 5,000 levels', `{"subject":"a","body":"text","context":${nested(5_000)}}`],
    ['JSON of 30,000 levels', nested(30_000)],
  ])('%s in a body', async (_name, body) => {
    const payload = typeof body === 'string' ? body : JSON.stringify(body);
    const response = await customer.send({
      method: 'POST',
      url: '/v1/accounts/support',
      payload,
      headers: { 'content-type': 'application/json', 'idempotency-key': 'key-12345678' },
    });
    expect(response).toMatchObject({ status: 400, body: { success: false } });
  });

  test('NUL in the credentials of a visitor', async () => {
    const response = await portal.visitor().post('/v1/users/login', { email: 'a\0@b.co', password: 'x\0' });
    expect(response).toMatchObject({ status: 400, body: { code: 'bad_parameter' } });
  });
});

describe('JSON with many members', () => {
  const login = (payload: string) =>
    portal.visitor().send({ method: 'POST', url: '/v1/users/login', payload, headers: json });
  const json = { 'content-type': 'application/json', 'x-requested-with': 'portal' };

  test.each([
    ['arrays', `[${'[],'.repeat(1_000)}[]]`],
    ['members', JSON.stringify(Object.fromEntries(Array.from({ length: 1_002 }, (_, i) => [`m${i}`, 1])))],
    ['more levels than allowed', nested(21)],
  ])('%s is refused without being parsed', async (_name, payload) => {
    const parse = jest.spyOn(JSON, 'parse');
    expect(await login(payload)).toMatchObject({ status: 400, body: { code: 'malformed_json' } });
    expect(parse.mock.calls.filter(([text]) => text === payload)).toEqual([]);
    parse.mockRestore();
  });

  test.each([
    ['brackets and commas in a text', '[{,'.repeat(1_000)],
    ['escaped quotes', '"[\\'.repeat(1_000)],
  ])('%s are no members', async (_name, password) => {
    const response = await login(JSON.stringify({ email: 'somebody@portal.example', password }));
    expect(response.body).not.toMatchObject({ code: 'malformed_json' });
  });

  test.each(['"', '"\\', '[', '{"a":"\\"}'])('%s is no JSON', async (payload) => {
    expect(await login(payload)).toMatchObject({ status: 400, body: { code: 'malformed_json' } });
  });
});

describe('NUL in an address below the front end', () => {
  const folder = createPortalFolder();
  folder.release('host/0.1.0/', sampleHostFiles);
  folder.publish(sampleComposition);
  const served = testPortal({
    PORTAL_DIR: folder.path,
    COMPOSITION_PUBLIC_KEY: folder.config.signature_public_key ?? '',
  });
  afterAll(() => folder.remove());

  test.each([
    '/%00',
    '/host/0.1.0/%00.js',
    '/host/0.1.0/main.js%00',
    '/locales/en/%00.json',
    '/legal/dpu/%00',
  ])('%s is refused', async (url) => {
    const { status } = await served.visitor().get(url);
    expect({ url, status }).toEqual({ url, status: 400 });
  });
});

describe('X-Forwarded-For', () => {
  test.each([
    ['192.0.2.1:49152', '192.0.2.1'],
    ['[2001:db8::1]:443', '2001:db8::1'],
    ['2001:db8::1', '2001:db8::1'],
    ['garbage', '127.0.0.1'],
    ['', '127.0.0.1'],
    ['192.0.2.1, unknown, 192.0.2.2', '192.0.2.2'],
    ['fe80::1%eth0', '127.0.0.1'],
  ])('%j logs in as %s', async (forwardedFor, address) => {
    const visitor = portal.visitor();
    const { email } = customer.account;
    const headers = { 'x-forwarded-for': forwardedFor };
    const response = await visitor.post('/v1/users/login', { email, password: testPassword }, headers);
    expect(response.status).toBe(200);
    const session = await portal.database.system.one(
      sql`select host(ip) as ip from sessions order by created desc limit 1`,
    );
    expect(session).toEqual({ ip: address });
  });

  test('loses what stands before an entry that is no address', () => {
    expect(addressesOf('198.51.100.1, <script>, 192.0.2.1:80, [::1]')).toBe('192.0.2.1, ::1');
  });
});
