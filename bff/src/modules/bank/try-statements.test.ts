import { expect, test } from '@jest/globals';
import { sql } from '../../database/sql.ts';
import { testPortal } from '../../testing/test-portal.ts';
import { givenService } from '../services/services.fixtures.ts';
import type { BankStatement } from './bank-entry.ts';
import { describeImport } from './describe-import.ts';
import { type EntryResult, importStatement } from './import-statement.ts';
import { readStatements } from './read-statement.ts';
import { sampleStatement } from './statement.fixtures.ts';
import { tryStatements } from './try-statements.ts';

const portal = testPortal();
const fileName = 'test.xml';

const statementOf = (id: string, entries: Parameters<typeof sampleStatement>[0]): BankStatement =>
  readStatements(sampleStatement(entries, { id }))[0]!;

async function stored() {
  const { entries, posted } = await portal.database.system.one<{ entries: number; posted: number }>(sql`
    select (select count(*) from bank_entries)::int as entries, (select count(*) from journal_entries)::int as posted`);
  return [entries, posted];
}

async function awaited(): Promise<{ reference: string; number: string }> {
  const customer = await portal.customer();
  const { service_id } = await givenService(portal.database, customer.account.account_id);
  const request = { service_id, amount: '100.00' };
  return (await customer.post('/v1/finances/payments/invoices', request)).body.payment;
}

test('shows what the import will do, also for a payment in parts, returned money and entries that two statements have', async () => {
  const [one, other, third] = [await awaited(), await awaited(), await awaited()];
  const twice = { amount: '1.24', reference: third.reference };
  const statements = [
    statementOf('S1', [
      { amount: '62.00', reference: one.reference },
      { amount: '124.00', reference: other.reference },
      { amount: '5.00', reference: one.reference, booked: '2099-01-01' },
      { amount: '30.00', reference: one.reference },
      { amount: '10.00', text: `${one.number} ${third.number}` },
      twice,
    ]),
    statementOf('S2', [
      { amount: '32.00', reference: one.reference },
      { amount: '124.00', reference: other.reference, isReturn: true },
      twice,
    ]),
  ];
  const before = await stored();
  const tried = await tryStatements(portal.context, statements, fileName);
  expect(await stored()).toEqual(before);
  const shown = statements.map((statement, index) => describeImport(statement, tried[index]!, false));
  expect(shown[0]).toContain('4 credited, 1 unmatched, 0 imported before, 1 failed');
  expect(shown[0]).toContain(`${one.number} partially_paid, 24.19 to the balance`);
  expect(shown[1]).toContain(`${one.number} paid, 25.81 to the balance`);
  expect(shown[1]).toContain('2 credited, 1 unmatched');

  const imported: string[] = [];
  for (const statement of statements) {
    const results = await importStatement(portal.context, statement, { fileName });
    imported.push(describeImport(statement, results, false));
  }
  expect(shown).toEqual(imported);
});

test('shows what the import will do with entries that depend on each other without a common number', async () => {
  const [one, other, third, fourth] = [await awaited(), await awaited(), await awaited(), await awaited()];
  const statements = [
    statementOf('W1', [
      { amount: '61.00', reference: one.reference },
      { amount: '61.00', text: 'PF-2026-999999' },
      { amount: '61.00', reference: one.reference, isReturn: true },
      { amount: '33.00', payerIban: '' },
      { amount: '34.00', reference: third.reference, payerIban: '' },
      { amount: '35.00', text: third.number, bankReference: 'R-35' },
    ]),
    statementOf('W2', [
      { amount: '33.00', reference: other.reference },
      // Could take back the one before, which the staff decide about because of 33.00 in W1.
      { amount: '33.00', reference: fourth.reference, isReturn: true },
      { amount: '34.00', text: 'Thanks' },
      { amount: '35.00', text: fourth.number, transferReference: 'R-35', booked: '2026-11-13' },
      { amount: '33.00', reference: fourth.reference, payerIban: 'EE102200221011223344' },
    ]),
  ];
  const tried = await tryStatements(portal.context, statements, fileName);
  const resultOf = (each: EntryResult) => (each.result === 'unmatched' ? each.reason : each.result);
  const imported: string[][] = [];
  for (const statement of statements)
    imported.push((await importStatement(portal.context, statement, { fileName })).map(resultOf));
  expect(tried.map((each) => each.map(resultOf))).toEqual(imported);
  expect(imported).toEqual([
    ['credited', 'unknown_reference', 'several_receipts', 'no_reference', 'credited', 'credited'],
    [
      'possible_duplicate',
      'several_receipts',
      'possible_duplicate',
      'possible_duplicate',
      'possible_duplicate',
    ],
  ]);
});

test('locks no payment while it tries the entries of others', async () => {
  const [one, other] = [await awaited(), await awaited()];
  const statement = statementOf('S3', [
    { amount: '124.00', reference: one.reference },
    { amount: '124.00', reference: other.reference },
    { amount: '124.00', text: 'Thanks' },
  ]);
  const lockOf = ({ number }: { number: string }) =>
    sql`select from payments where number = ${number} for update nowait`;
  const locked: boolean[] = [];
  const database = {
    asBackground: (async (work, limit) =>
      portal.database.asBackground(async (tx) => {
        try {
          return await work(tx);
        } finally {
          for (const payment of [one, other])
            locked.push(
              await portal.superuser.system.run(lockOf(payment)).then(
                () => false,
                () => true,
              ),
            );
        }
      }, limit)) as typeof portal.database.asBackground,
  };
  await tryStatements({ ...portal.context, database }, [statement], fileName);
  expect(locked).toEqual([true, false, false, true, false, false]);
});
