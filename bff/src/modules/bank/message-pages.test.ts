import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { type TestCustomer, testPortal } from '../../testing/test-portal.ts';
import { auditLedger } from '../ledger/audit.ts';
import { givenService } from '../services/services.fixtures.ts';
import { importSample } from './import-sample.fixtures.ts';
import { sampleStatement } from './statement.fixtures.ts';

const portal = testPortal();
let client: TestCustomer;
let service_id: string;
beforeEach(async () => {
  client = await portal.customer();
  ({ service_id } = await givenService(portal.database, client.account.account_id));
});
afterEach(async () => expect((await auditLedger(portal.database)).problems).toEqual([]));

type Options = NonNullable<Parameters<typeof sampleStatement>[1]>;

/** Imports a page of a statement with one transfer without a reference of the bank. */
async function importPage(text: string, messagePage?: string, version: Options['version'] = '02') {
  const page = messagePage === undefined ? {} : { messagePage };
  const file = sampleStatement([{ amount: '24.80', text }], { version, id: `S ${text}`, ...page });
  return importSample(portal.context, file);
}

async function awaitedNumber(): Promise<string> {
  const request = { service_id, amount: '100.00', allow_duplicate: true };
  return (await client.post('/v1/finances/payments/invoices', request)).body.payment.number;
}

const balance = async () => (await client.get(`/v1/services/${service_id}/balance`)).body.balance;

test.each(['02', '08'] as const)(
  'leaves an equal transfer on the next page of a message of version %s to the staff',
  async (version) => {
    const number = await awaitedNumber();
    expect(await importPage(number, '1', version)).toEqual(['credited']);
    expect(await importPage(number, '2', version)).toEqual(['possible_duplicate']);
    for (const page of ['1', '2']) expect(await importPage(number, page, version)).toEqual(['known']);
    expect(await balance()).toBe('20.0000');
  },
);

test('recognizes the first page of a message that was imported when its number was not read', async () => {
  const number = await awaitedNumber();
  expect(await importPage(number)).toEqual(['credited']);
  expect(await importPage(number, '00001')).toEqual(['known']);
  expect(await balance()).toBe('20.0000');
});

test('credits nothing twice when a further page is imported again whose number was not read', async () => {
  const number = await awaitedNumber();
  expect(await importPage(number)).toEqual(['credited']);
  expect(await importPage(number, '2')).toEqual(['possible_duplicate']);
  expect(await importPage(number, '2')).toEqual(['known']);
  expect(await balance()).toBe('20.0000');
});
