import { expect, test } from '@jest/globals';
import { firstRequestAddress } from './first-request-address.ts';

const facts = {
  search: '',
  serviceOf: (type: string) => (type === 'voicing' ? 'svc_1' : undefined),
  today: '2026-03-01',
};
const list = {
  path: 'v1/services/{voicing}/cdr',
  query: { order: '-started', limit: '25' },
  address: ['order', 'result'],
};

test('is the declared path and query, for the account’s service', () => {
  expect(firstRequestAddress(list, facts)).toBe('v1/services/svc_1/cdr?order=-started&limit=25');
});

test('takes parameters of the address that the request has too, and none of the shell', () => {
  const search = '?language=de&order=price&result=busy,failed&sidebar=profile/support&sidebar.row=1';
  expect(firstRequestAddress(list, { ...facts, search })).toBe(
    'v1/services/svc_1/cdr?order=price&limit=25&result=busy%2Cfailed',
  );
});

test.each(['?number=49', '?result=', '?order=price&row=1'])(
  'is undefined at an address that the page may read differently: %s',
  (search) => expect(firstRequestAddress(list, { ...facts, search })).toBeUndefined(),
);

test('is undefined without the service', () => {
  const request = { path: 'v1/services/{messaging}/balance', query: {}, address: [] };
  expect(firstRequestAddress(request, facts)).toBeUndefined();
});

test('counts days from today in the account’s time zone', () => {
  const query = { start_date: '{today-1}', end_date: '{today}' };
  expect(firstRequestAddress({ path: 'v1/report', query, address: [] }, facts)).toBe(
    'v1/report?start_date=2026-02-28&end_date=2026-03-01',
  );
});
