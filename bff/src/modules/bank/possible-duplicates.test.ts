import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { type TestCustomer, testPortal } from '../../testing/test-portal.ts';
import { auditLedger } from '../ledger/audit.ts';
import { givenService } from '../services/services.fixtures.ts';
import { importSample } from './import-sample.fixtures.ts';
import { sampleStatement } from './statement.fixtures.ts';

const portal = testPortal();
let client: TestCustomer;
let service_id: string;
/** Every test has an amount of its own: a booking of another test cannot be the same one. */
let amount = '';
let tests = 0;
beforeEach(async () => {
  client = await portal.customer();
  ({ service_id } = await givenService(portal.database, client.account.account_id));
  tests += 1;
  amount = `${30 + tests}.00`;
});
afterEach(async () => expect((await auditLedger(portal.database)).problems).toEqual([]));

type Entry = Parameters<typeof sampleStatement>[0][number];
type Form = Partial<Entry>;
interface Payment {
  number: string;
  reference: string;
}

async function awaited(): Promise<Payment> {
  const request = { service_id, amount: '100.00', allow_duplicate: true };
  return (await client.post('/v1/finances/payments/invoices', request)).body.payment;
}

/** Imports a statement of its own. */
async function book(...entries: Form[]) {
  const given = entries.map((entry) => ({ amount, ...entry }));
  tests += 1;
  return importSample(portal.context, sampleStatement(given, { id: `S-${tests}` }));
}

const balance = async () => (await client.get(`/v1/services/${service_id}/balance`)).body.balance;

describe('a booking that another statement contains in another form is left to the staff', () => {
  const forms: [string, (named: Payment) => [Form, Form]][] = [
    [
      'first without the payer’s account and a reference, then with both',
      ({ number: text }) => [
        { text, payerIban: '' },
        { text, bankReference: `R ${text}` },
      ],
    ],
    [
      'first without references, then with those of bank and payer',
      ({ number: text }) => [{ text }, { text, bankReference: `R ${text}`, endToEndId: `E ${text}` }],
    ],
    [
      'first with what the payer wrote, then with a structured reference',
      ({ number: text, reference }) => [{ text }, { reference }],
    ],
    [
      'first with the references of entry and transfer, then with that of the transfer alone',
      ({ number: text }) => [
        { text, bankReference: `E ${text}`, transferReference: `T ${text}` },
        { text, transferReference: `T ${text}` },
      ],
    ],
    [
      'first with the references of entry and transfer, then with that of the transfer as the entry’s',
      ({ number: text }) => [
        { text, bankReference: `E ${text}`, transferReference: `T ${text}` },
        { text, bankReference: `T ${text}` },
      ],
    ],
    [
      'first with the reference of the entry alone, then with that of the transfer alone',
      ({ number: text }) => [
        { text, bankReference: `E ${text}` },
        { text, transferReference: `T ${text}` },
      ],
    ],
    [
      'with one reference on another day, however far away',
      ({ number: text }) => [
        { text, bankReference: `R ${text}` },
        { text, bankReference: `R ${text}`, booked: '2026-09-14' },
      ],
    ],
    [
      'with one reference of the entry and two of transfers',
      ({ number: text }) => [
        { text, bankReference: `E ${text}`, transferReference: `T1 ${text}` },
        { text, bankReference: `E ${text}`, transferReference: `T2 ${text}` },
      ],
    ],
    ['without references, on another day', ({ number: text }) => [{ text }, { text, booked: '2026-11-15' }]],
    [
      'first without texts, then with more and more of them',
      ({ number: text }) => [
        { text, payerIban: '' },
        { text: `Top-up ${text} of Ann`, payerIban: 'ee47 1000 0010 2014 5685' },
      ],
    ],
    ['first with its texts, then without them', ({ number: text }) => [{ text }, { payerIban: '' }]],
    [
      'first as a whole, then with its transfers',
      ({ number: text }) => [
        { text, bankReference: `R ${text}` },
        { bankReference: `R ${text}`, transfers: partsOf(text) },
      ],
    ],
    [
      'first as a part of an entry, then as an entry of its own',
      ({ number: text }) => [
        {
          amount: (Number(amount) + 0.02).toFixed(2),
          bankReference: `R ${text}`,
          transfers: [
            { amount, text },
            { amount: '0.02', text },
          ],
        },
        { text, bankReference: `S ${text}` },
      ],
    ],
    [
      'first without references of its transfers, then with them',
      ({ number: text }) => [
        { bankReference: `R ${text}`, transfers: partsOf(text) },
        {
          bankReference: `R ${text}`,
          transfers: partsOf(text).map((each, index) => ({ ...each, bankReference: `T${index} ${text}` })),
        },
      ],
    ],
  ];
  const partsOf = (text: string) => [
    { amount: '10.01', text },
    { amount: (Number(amount) - 10.01).toFixed(2), text },
  ];

  test.each(forms)('%s', async (_how, formsOf) => {
    const [first, second] = formsOf(await awaited());
    expect(new Set(await book(first))).toEqual(new Set(['credited']));
    const credited = await balance();
    expect(new Set(await book(second))).toEqual(new Set(['possible_duplicate']));
    expect(new Set(await book(second))).not.toContain('credited');
    expect(await balance()).toBe(credited);
  });

  test('what the bank takes back is deducted once', async () => {
    const { number: text } = await awaited();
    await book({ text, bankReference: `R ${text}` });
    await book({ text, bankReference: `S ${text}` });
    const debit = { text, isReturn: true };
    expect(await book(debit)).toEqual(['credited']);
    expect(await book({ ...debit, bankReference: `D ${text}` })).toEqual(['possible_duplicate']);
  });

  test('its transfers in another order are the same', async () => {
    const { number: text } = await awaited();
    const entry = { bankReference: `R ${text}`, transfers: partsOf(text) };
    expect(await book(entry)).toEqual(['credited', 'credited']);
    expect(await book({ ...entry, transfers: entry.transfers.toReversed() })).toEqual(['known', 'known']);
  });
});

describe('an equal payment of another booking is credited', () => {
  test.each<[string, (named: Payment) => [Form, Form]]>([
    [
      'with another reference of the entry',
      ({ number: text }) => [
        { text, bankReference: `1 ${text}` },
        { text, bankReference: `2 ${text}` },
      ],
    ],
    [
      'with another reference of the transfer',
      ({ number: text }) => [
        { text, transferReference: `1 ${text}` },
        { text, transferReference: `2 ${text}` },
      ],
    ],
    [
      'with another reference of the payer',
      ({ number: text }) => [
        { text, endToEndId: `1 ${text}` },
        { text, endToEndId: `2 ${text}` },
      ],
    ],
    [
      'of another payer',
      ({ number: text }) => [
        { text, payerIban: 'EE471000001020145685' },
        { text, payerIban: 'EE102200221011223344' },
      ],
    ],
    ['a week before', ({ number: text }) => [{ text }, { text, booked: '2026-11-13' }]],
    ['a month before', ({ reference }) => [{ reference }, { reference, booked: '2026-10-20' }]],
  ])('%s', async (_how, formsOf) => {
    const [first, second] = formsOf(await awaited());
    expect(await book(first)).toEqual(['credited']);
    expect(await book(second)).toEqual(['credited']);
  });

  test('that names another payment', async () => {
    const [first, second] = [await awaited(), await awaited()];
    expect(await book({ text: first.number })).toEqual(['credited']);
    expect(await book({ reference: second.reference, booked: '2026-11-21' })).toEqual(['credited']);
  });

  test('in the same statement, as often as that says', async () => {
    const { number: text } = await awaited();
    const other = { text, bankReference: `R ${text}` };
    expect(await book({ text }, { text }, other)).toEqual(['credited', 'credited', 'credited']);
  });

  test('in the same statement without a reference of the bank, but not one that is contained twice with it', async () => {
    const { number: text } = await awaited();
    const named = { text, bankReference: `T ${text}` };
    expect(await book({ text }, named, { text }, named)).toEqual(['credited', 'credited', 'credited']);
  });

  test('beside one that is imported again', async () => {
    const { number: text } = await awaited();
    const first = { text, bankReference: `1 ${text}` };
    await book(first);
    expect(await book(first, { text })).toEqual(['known', 'credited']);
  });
});

test.each(['bankReference', 'transferReference'] as const)(
  'a booking with the %s of another one is left to the staff, though its amount is another',
  async (name) => {
    const { reference, number } = await awaited();
    const named = { reference, [name]: `C ${number}` };
    expect(await book({ ...named, amount: '60.00' })).toEqual(['credited']);
    expect(await book({ ...named, amount: '64.00' })).toEqual(['possible_duplicate']);
    expect(await book({ reference, [name]: `D ${number}`, amount: '64.00' })).toEqual(['credited']);
  },
);
