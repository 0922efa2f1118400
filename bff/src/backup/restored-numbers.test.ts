import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { connect } from '../database/database.ts';
import { type EmbeddedPostgres, startEmbedded } from '../database/embedded/embedded.ts';
import { sql } from '../database/sql.ts';
import { importStatement } from '../modules/bank/import-statement.ts';
import { readStatements } from '../modules/bank/read-statement.ts';
import { sampleStatement } from '../modules/bank/statement.fixtures.ts';
import { auditLedger } from '../modules/ledger/audit.ts';
import { nextNumber } from '../modules/monthly-vat-invoices/monthly-vat-invoices.repository.ts';
import { takePaymentNumber } from '../modules/payments/payments.repository.ts';
import { givenService } from '../modules/services/services.fixtures.ts';
import { insertTicket } from '../modules/support/support.routes.ts';
import { createTables } from '../queue/prepare-database.ts';
import { type TestCustomer, type TestPortal, testPortal } from '../testing/test-portal.ts';
import { createBackup } from './create-backup.ts';
import { restoreBackup } from './restore-backup.ts';

let folder = '';
let backup = '';
let server: EmbeddedPostgres;
const settings = { fsync: 'off', shared_buffers: '16MB' };
const dataOf = (name: string) => path.join(folder, name);
/** The numbers and references that customers have after the backup. */
let lost: Awaited<ReturnType<typeof giveOut>>;

beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'portal-numbers-'));
  // Under root the server runs as another user, who needs access.
  await chmod(folder, 0o755);
  await serve('first');
  const owner = connect({ url: server.ownerUrl, poolSize: 2, timeoutSeconds: 30 });
  await createTables(owner);
  await owner.close();
});
afterAll(async () => {
  await server?.stop();
  await rm(folder, { recursive: true, force: true });
});

async function serve(name: string): Promise<void> {
  await server?.stop();
  server = await startEmbedded({ dataDir: dataOf(name), settings });
}

async function payment(customer: TestCustomer, service_id: string) {
  const request = { service_id, amount: '100.00', allow_duplicate: true };
  const { status, body } = await customer.post('/v1/finances/payments/invoices', request);
  expect(status).toBe(201);
  return body.payment;
}

/** Gives a new customer a number of every kind that the portal gives out. */
async function giveOut({ database, customer: addCustomer }: TestPortal, email: string) {
  const customer = await addCustomer({ email });
  const { account_id } = customer.account;
  const service = await givenService(database, account_id, { type: 'messaging' });
  const paid = await payment(customer, service.service_id);
  const ticket = await insertTicket(database.system, {
    ...{ account_id, subject: 'Calls', body: 'Text', category: 'voicing', priority: 'normal' },
    ...{ service_id: null, context: null, reply_to: email },
  });
  // Numbers whose documents do not matter here: they are rolled back.
  const taken: string[] = [];
  const take = database.asBackground(async (tx) => {
    for (const kind of ['BT', 'RD', 'AD', 'BN'])
      taken.push(`${kind}-${await nextNumber(tx, { kind, period: '2026', digits: 6 })}`);
    taken.push(await nextNumber(tx, { kind: 'INV', period: '2026-10', digits: 5 }));
    throw new Error('enough');
  });
  await expect(take).rejects.toThrow('enough');
  const crypto = database.withAccount(account_id, async (tx) => {
    taken.push(await takePaymentNumber(tx, 'CR'));
    throw new Error('enough');
  });
  await expect(crypto).rejects.toThrow('enough');
  return { paid, numbers: [paid.number, paid.reference, ticket.number, service.billing_id, ...taken] };
}

let transfers = 0;
async function transfer({ context }: TestPortal, entry: { text?: string; reference?: string }) {
  transfers += 1;
  const bankReference = `transfer-${transfers}`;
  const [statement] = readStatements(sampleStatement([{ amount: '124.00', bankReference, ...entry }]));
  const [result] = await importStatement(context, statement!, { fileName: 'test.xml' });
  return result?.result === 'unmatched' ? result.reason : result?.result;
}

describe('before the failure', () => {
  const portal = testPortal({}, { through: async () => server.url });

  test('numbers are given out before and after a backup', async () => {
    const { numbers } = await giveOut(portal, 'early@example.com');
    ({ folder: backup } = await createBackup(server.superuserUrl, dataOf('backups')));
    lost = await giveOut(portal, 'late@example.com');
    expect(numbers.filter((number) => number.startsWith('PF-'))).toEqual([
      expect.stringMatching(/^PF-\d{4}-000001$/),
    ]);
    expect(lost.paid.number).toMatch(/^PF-\d{4}-000002$/);
  });
});

const restores: string[][] = [];

describe.each(['first', 'second'])('after the %s restore of the same backup', (which) => {
  beforeAll(async () => {
    await server.stop();
    const { series } = await restoreBackup({ backup, dataDir: dataOf(`restored-${which}`) });
    expect(series).toMatch(/^[B-Z]{5}$/);
    await serve(`restored-${which}`);
  });
  const portal = testPortal({}, { through: async () => server.url });

  test('no number is given out again, and transfers with a lost one credit nobody', async () => {
    const { paid, numbers } = await giveOut(portal, 'other@example.com');
    expect(numbers).toHaveLength(lost.numbers.length);
    const before = [...lost.numbers, ...restores.flat()];
    expect(numbers.filter((number) => before.includes(number))).toEqual([]);
    restores.push(numbers);
    expect(await transfer(portal, { reference: lost.paid.reference })).toBe('unknown_reference');
    expect(await transfer(portal, { text: lost.paid.number })).toBe('unknown_reference');
    // A payer may leave out the letters of the series.
    const withoutSeries = paid.number.replace(/-[A-Z]{5}-/, '-');
    expect(await transfer(portal, { text: withoutSeries })).toBe('unknown_reference');
    expect(await transfer(portal, { reference: paid.reference })).toBe('credited');
    expect(await transfer(portal, { text: `Top-up ${paid.number.replaceAll('-', ' ')}` })).toBe('credited');
    expect((await auditLedger(portal.database)).problems).toEqual([]);
  });

  test('the server cannot change the series', async () => {
    await expect(
      portal.database.system.run(sql`insert into number_series (series) values ('BCDFG')`),
    ).rejects.toThrow('permission denied');
    await expect(portal.database.system.run(sql`select begin_number_series()`)).rejects.toThrow(
      'permission denied',
    );
  });
});
