import { describe, expect, test } from '@jest/globals';
import { creditorReference } from '../bank-transfer/creditor-reference.ts';
import { findNumbers } from './find-reference.ts';
import { readStatements } from './read-statement.ts';
import { ownIban, sampleStatement } from './statement.fixtures.ts';

const entriesOf = (...given: Parameters<typeof sampleStatement>) =>
  readStatements(sampleStatement(...given))[0]?.entries ?? [];

describe.each(['02', '08'] as const)('version %s', (version) => {
  test('reads booked credits with payer and references', () => {
    const [entry, ...others] = entriesOf([{ amount: '124', text: 'Invoice PF-2026-000318' }], { version });
    expect(others).toEqual([]);
    expect(entry).toMatchObject({
      iban: ownIban,
      booked: '2026-11-20',
      currency: 'EUR',
      amount: '124.00',
      payer_name: 'Tamm & Pojad OÜ',
      payer_iban: 'EE471000001020145685',
      reference: null,
      remittance: 'Invoice PF-2026-000318',
      isBatch: false,
    });
  });

  test('reads every transfer of an entry that sums them up', () => {
    const transfers = [
      { amount: '100.00', text: 'PF-2026-000001' },
      { amount: '24.00', text: 'PF-2026-000002' },
    ];
    const entries = entriesOf([{ amount: '124.00', transfers }], { version });
    expect(entries.map(({ amount, remittance }) => [amount, remittance])).toEqual([
      ['100.00', 'PF-2026-000001'],
      ['24.00', 'PF-2026-000002'],
    ]);
  });

  test('leaves transfers together whose amounts are missing or do not add up', () => {
    const sums = [
      [{ text: 'PF-2026-000001' }, { text: 'PF-2026-000002' }],
      [
        { amount: '100.00', text: 'PF-2026-000001' },
        { amount: '23.00', text: 'PF-2026-000002' },
      ],
    ];
    for (const transfers of sums)
      expect(entriesOf([{ amount: '124.00', transfers }], { version })).toMatchObject([
        { amount: '124.00', isBatch: true },
      ]);
  });

  test('skips what is not booked and what the provider pays', () => {
    const statement = sampleStatement(
      [{ amount: '1', status: 'PDNG' }, { amount: '2', isDebit: true }, { amount: '3' }],
      { version },
    );
    expect(readStatements(statement)[0]).toMatchObject({ skipped: 2, entries: [{ amount: '3.00' }] });
  });
});

test('a credit that is taken back is negative', () => {
  expect(entriesOf([{ amount: '124', isReturn: true, text: 'PF-2026-000318' }])).toMatchObject([
    { amount: '-124.00' },
  ]);
});

test('an entry that a statement contains twice, with the reference of the bank, counts once', () => {
  const entry = { amount: '124.00', text: 'PF-2026-000318', bankReference: 'B-1' };
  const transfers = [
    { amount: '7.00', text: 'PF-2026-000319' },
    { amount: '7.00', text: 'PF-2026-000319' },
  ];
  const batch = { amount: '14.00', bankReference: 'B-2', transfers };
  const others = [
    { ...entry, text: 'PF-2026-000320' },
    { ...entry, booked: '2026-11-21' },
  ];
  const [statement] = readStatements(sampleStatement([entry, batch, entry, batch, ...others]));
  expect(statement?.entries.map(({ amount }) => amount)).toEqual([
    '124.00',
    '7.00',
    '7.00',
    '124.00',
    '124.00',
  ]);
  expect(statement?.warnings).toEqual([
    'it contains the entry B-1 of 2026-11-20 about 124.00 EUR more than once: it counts once',
    'it contains the entry B-2 of 2026-11-20 about 14.00 EUR more than once: it counts once',
  ]);
});

test('the same entry has the same id in every file, two equal entries have two', () => {
  const entry = { amount: '10', text: 'PF-2026-000318' };
  const [alone] = entriesOf([entry]);
  const both = entriesOf([{ amount: '5' }, entry, entry], { version: '08' });
  expect(both[1]?.bank_entry_id).toBe(alone?.bank_entry_id);
  expect(new Set(both.map((each) => each.bank_entry_id)).size).toBe(3);
  const [otherReference] = entriesOf([{ ...entry, bankReference: '2026112000001' }]);
  expect(otherReference?.bank_entry_id).not.toBe(alone?.bank_entry_id);
});

describe('the id of an entry', () => {
  const idOf = (entry: Parameters<typeof sampleStatement>[0][number], id = 'S1') =>
    readStatements(sampleStatement([entry], { id }))[0]?.entries[0]?.bank_entry_id;
  const entry = { amount: '10', text: 'PF-2026-000318', bankReference: '2026112000001' };

  test('follows from the reference of the bank, whatever the texts of another file are', () => {
    const id = idOf(entry);
    expect(
      idOf({ ...entry, text: 'PF-2026-000318 completed', payerIban: 'EE102200221011223344' }, 'S2'),
    ).toBe(id);
    const { bankReference: transferReference, ...others } = entry;
    expect(idOf({ ...others, transferReference, position: '17' }, 'S3')).toBe(id);
    expect(idOf({ ...entry, bankReference: '2026112000002' })).not.toBe(id);
    expect(idOf({ ...entry, amount: '11' })).not.toBe(id);
  });

  test.each(['NONREF', '000'])('does not follow from %s, which names no entry', (bankReference) => {
    expect(idOf({ ...entry, bankReference })).not.toBe(idOf({ ...entry, bankReference, text: 'Other' }));
  });

  test('does not follow from the position in a statement', () => {
    const unnamed = { amount: '10', text: 'PF-2026-000318' };
    expect(idOf({ ...unnamed, position: '1' })).toBe(idOf({ ...unnamed, position: '17' }));
  });
});

test('replaces characters that cannot be stored, and skips amounts of zero', () => {
  const xml = sampleStatement([{ amount: '0.00' }, { amount: '10', text: 'A\u0000B \u0001C' }]);
  expect(readStatements(xml)[0]).toMatchObject({ skipped: 1, entries: [{ remittance: 'A\uFFFDB \uFFFDC' }] });
});

test('reports balances that its entries do not explain', () => {
  const balance = (code: string, amount: string) =>
    `<Bal><Tp><CdOrPrtry><Cd>${code}</Cd></CdOrPrtry></Tp><Amt Ccy="EUR">${amount}</Amt><CdtDbtInd>CRDT</CdtDbtInd></Bal>`;
  const warningsOf = (closing: string) =>
    readStatements(
      sampleStatement([{ amount: '10' }, { amount: '4', isDebit: true }], {
        balances: balance('OPBD', '100.00') + balance('CLBD', closing),
      }),
    )[0]?.warnings;
  expect(warningsOf('106.00')).toEqual([]);
  expect(warningsOf('116.00')).toEqual([expect.stringContaining('106.00')]);
});

describe('reports a summary that is not that of its entries', () => {
  const warningsOf = (summary: string, ...changes: [from: string, to: string][]) =>
    readStatements(
      changes.reduce(
        (xml, [from, to]) => xml.replace(from, to),
        sampleStatement(
          [
            {
              amount: '10',
              transfers: [
                { amount: '4', text: 'A' },
                { amount: '6', text: 'B' },
              ],
            },
            { amount: '4.50', isDebit: true },
          ],
          { balances: `<TxsSummry><TtlNtries>${summary}</TtlNtries></TxsSummry>` },
        ),
      ),
    )[0]?.warnings;

  test('the number of entries', () => {
    expect(warningsOf('<NbOfNtries>2</NbOfNtries>')).toEqual([]);
    expect(warningsOf('<NbOfNtries>3</NbOfNtries>')).toEqual([
      expect.stringContaining('3 entries and has 2'),
    ]);
  });

  test('their sum, credits and debits alike', () => {
    expect(warningsOf('<NbOfNtries>2</NbOfNtries><Sum>14.5</Sum>')).toEqual([]);
    expect(warningsOf('<Sum>14.50000</Sum>')).toEqual([]);
    expect(warningsOf('<Sum>24.50</Sum>')).toEqual([expect.stringContaining('24.50 in total and has 14.50')]);
    // A sum that is no number says nothing.
    expect(warningsOf('<Sum>many</Sum>')).toEqual([]);
  });

  test('the number of transfers in an entry', () => {
    const batch = (number: string, transfers = '<TxDtls>') =>
      warningsOf('', [
        '<NtryDtls><TxDtls>',
        `<NtryDtls><Btch><NbOfTxs>${number}</NbOfTxs></Btch>${transfers}`,
      ]);
    expect(batch('2')).toEqual([]);
    expect(batch('3')).toEqual([expect.stringContaining('entry 1 states 3 transfers and has 2')]);
  });

  test('not of an entry whose transfers the bank does not list', () => {
    const xml = sampleStatement([{ amount: '10', transfers: [] }]).replace(
      '<NtryDtls>',
      '<NtryDtls><Btch><NbOfTxs>3</NbOfTxs></Btch>',
    );
    expect(readStatements(xml)[0]?.warnings).toEqual([]);
  });
});

const nested = (levels: number) =>
  sampleStatement([]).replace('<Stmt>', `<Stmt>${'<a>'.repeat(levels)}${'</a>'.repeat(levels)}`);

test('says in a sentence what is wrong, however much of the file the parser quotes', () => {
  const unclosed = sampleStatement([]).replace('<Stmt>', `<Stmt>${'<a>'.repeat(100_000)}`);
  let message = '';
  try {
    readStatements(unclosed);
  } catch (error) {
    message = String(error);
  }
  expect(message).toContain('The file is no XML: line');
  expect(message.length).toBeLessThan(300);
});

test.each([
  ['another message', '<Document xmlns="urn:iso:std:iso:20022:tech:xsd:camt.054.001.08"/>', /but camt\.054/],
  ['another version', sampleStatement([]).replace('053.001.08', '053.001.04'), /but camt\.053\.001\.04/],
  ['no XML', 'Date;Amount\n2026-11-20;10', /no bank statement|no XML/],
  ['names that a program reserves', sampleStatement([]).replace('<Stmt>', '<Stmt><__proto__/>'), /no bank/],
  ['too many levels', nested(5_000), /no bank statement: Maximum nested/],
  ['half a file', sampleStatement([{ amount: '1' }]).slice(0, 500), /no XML/],
  ['a document type', `<!DOCTYPE x [<!ENTITY e "x">]>${sampleStatement([])}`, /document type/],
  [
    'a day that does not exist',
    sampleStatement([{ amount: '1', booked: '2026-02-31' }]),
    /Entry 1 .* no day/,
  ],
  ['a day in another era', sampleStatement([{ amount: '1', booked: '9999-12-31' }]), /Entry 1 .* no day/],
  [
    'a currency in small letters',
    sampleStatement([{ amount: '1', currency: 'eur' }]),
    /no amount in a currency/,
  ],
  ['an amount that no account holds', sampleStatement([{ amount: '1234567890123.00' }]), /no amount/],
  ['a fraction of a cent', sampleStatement([{ amount: '1.005' }]), /no amount/],
  ['an amount in words', sampleStatement([{ amount: 'ten' }]), /no amount/],
])('refuses %s', (_what, xml, reason) => {
  expect(() => readStatements(xml)).toThrow(reason);
});

describe('references', () => {
  const found = (remittance: string, reference: string | null = null) =>
    findNumbers({ remittance, reference });

  test.each([
    ['PF-2026-000318', ['PF-2026-000318']],
    ['pf 2026 000318 thank you', ['PF-2026-000318']],
    ['Ettemaks PF2026000318, Tamm OÜ', ['PF-2026-000318']],
    [creditorReference('PF-2026-000318'), ['PF-2026-000318']],
    [creditorReference('2026-10-00412'), ['2026-10-00412']],
    ['Invoice 2026-10-00412, thank you', ['2026-10-00412']],
    ['2026-10-004125', []],
    ['2026-13-00412', []],
    ['20261000412', []],
    // Wrong check digits: the payer has mistyped something.
    ['RF00PF2026000318', []],
    [creditorReference('PF-2026-000318').replaceAll(/.{4}/g, '$& '), ['PF-2026-000318']],
    ['Thank you', []],
    // A digit is missing or too much: another number must not become of it.
    ['PF-2026-00031 95 Main Street', []],
    ['PF-2026-00031 8ABC', []],
    ['PF-2026-0003189', []],
  ])('%s', (text, expected) => {
    expect(found(text)).toEqual(expected);
  });

  test('a structured reference counts before what the payer wrote', () => {
    expect(found('PF-2026-000001', 'PF2026000002')).toEqual(['PF-2026-000002']);
    expect(found('PF-2026-000001', '1234')).toEqual(['PF-2026-000001']);
  });

  test('lists several payments, each once', () => {
    expect(found('PF-2026-000001 and PF-2026-000002, PF2026000001')).toEqual([
      'PF-2026-000001',
      'PF-2026-000002',
    ]);
  });
});
