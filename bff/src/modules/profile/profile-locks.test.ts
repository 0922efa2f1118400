import { expect, test } from '@jest/globals';
import { loadConfig } from '../../config/config.ts';
import { testPassword, testPortal } from '../../testing/test-portal.ts';
import { toProfile } from './profile.ts';

const portal = testPortal();
const path = '/v1/accounts/profile';

// Specification §3: configured is true only when both can no longer be edited and a country is set.
test.each([
  ['EE100000010', 'eur', 'ee', { tax_number_can_edit: false, currency_can_edit: false, configured: true }],
  ['EE100000010', 'usd', 'ee', { tax_number_can_edit: false, currency_can_edit: false, configured: true }],
  ['EE100000010', 'eur', null, { tax_number_can_edit: false, currency_can_edit: false, configured: false }],
  ['EE100000010', null, 'ee', { tax_number_can_edit: false, currency_can_edit: true, configured: false }],
  ['EE100000010', null, null, { tax_number_can_edit: false, currency_can_edit: true, configured: false }],
  [null, 'eur', 'ee', { tax_number_can_edit: true, currency_can_edit: false, configured: false }],
  [null, 'usd', null, { tax_number_can_edit: true, currency_can_edit: false, configured: false }],
  [null, null, 'ee', { tax_number_can_edit: true, currency_can_edit: true, configured: false }],
  [null, null, null, { tax_number_can_edit: true, currency_can_edit: true, configured: false }],
] as const)(
  'derives locks from tax number %s, currency %s, country %s',
  async (tax_number, currency, country, expected) => {
    const account = await portal.account({ tax_number, currency, country });
    expect(toProfile(account, loadConfig({}))).toMatchObject(expected);
  },
);

const unfinished = {
  address: null,
  country: null,
  currency: null,
  tax_number: null,
} as const;

test.each([
  [{ language: 'tr' }],
  [{ timezone: 'UTC' }],
  [{ name: 'Ann Kask' }],
  [{ company: 'Example Holding' }],
  [{ phone: '372 5551 2346' }],
  [{ address: 'Pikk 2, Tallinn' }],
  [{ currency: 'usd' }],
])('accepts %j alone in an incomplete profile', async (change) => {
  const client = await portal.customer(unfinished);
  const before = (await client.get(path)).body;
  const response = await client.put(path, change);
  const [field = ''] = Object.keys(change);
  const { [field]: changed, currency_can_edit, ...rest } = response.body;
  const { [field]: _former, currency_can_edit: _couldEdit, ...restBefore } = before;
  expect(response.status).toBe(200);
  expect(rest).toEqual(restBefore);
  expect(String(changed).replaceAll(' ', '')).toBe(Object.values(change).join('').replaceAll(' ', ''));
  expect(currency_can_edit).toBe(field !== 'currency');
});

test.each(['UTC', 'Europe/Kyiv', 'Asia/Kathmandu', 'America/Argentina/Buenos_Aires'])(
  'stores the time zone %s as chosen',
  async (timezone) => {
    const client = await portal.customer();
    expect((await client.put(path, { timezone })).body.timezone).toBe(timezone);
  },
);

test('an empty update and a password alone change nothing', async () => {
  const client = await portal.customer();
  const before = (await client.get(path)).body;
  expect((await client.put(path, {})).body).toEqual(before);
  expect((await client.put(path, { current_password: testPassword })).body).toEqual(before);
});
