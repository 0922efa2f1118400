import type { Language } from '@portal/contract/language';
import { loadConfig } from '../../config/config.ts';
import type { Tax, Usage } from './invoice-arithmetic.ts';
import { draftInvoice, type IssuedInvoice } from './issue-invoice.ts';
import type { StoredInvoice } from './monthly-vat-invoices.repository.ts';

const config = loadConfig({
  PORTAL_ENV: 'test',
  PROVIDER_NAME: 'Dalat & Söhne OÜ',
  PROVIDER_TAX_NUMBER: 'EE100000010',
});
export const standard: Tax = { treatment: 'standard', rate: '24.00' };
const month: IssuedInvoice['month'] = {
  accountId: 'acc_1',
  serviceId: 'svc_1',
  type: 'voicing',
  currency: 'eur',
  period: {
    start_date: '2026-10-01',
    end_date: '2026-10-31',
    start_utc: '2026-09-30T21:00:00Z',
    end_utc: '2026-10-31T22:00:00Z',
    timezone: 'Europe/Tallinn',
  },
};
const greek = {
  name: 'Eleni',
  company: 'Παπαδόπουλος Εμπορική ΑΕ',
  address: 'Οδός Ερμού 12\n10563 Αθήνα',
  country: 'gr',
  tax_number: 'EL123456789',
  account_sid: 'AC5f0c2d9be1',
} as const;
const american = {
  ...greek,
  company: 'Acme <Inc>',
  address: '1 Main St',
  country: 'us',
  tax_number: '12-345',
} as const;
const estonian = {
  ...greek,
  company: 'Näidis OÜ',
  address: 'Pikk 1, Tallinn',
  country: 'ee',
  tax_number: 'EE100000009',
} as const;

export function calls(amount: string, changes: Partial<Usage> = {}): Usage {
  return {
    code: 'voice_outgoing',
    description: 'Outgoing calls, Germany mobile',
    params: { destination: 'Germany mobile' },
    service_type: 'voicing',
    quantity: '1503.40',
    unit: 'min',
    amount,
    ...changes,
  };
}

/** An invoice as it is issued, with its number. */
export function issued(
  changes: Partial<IssuedInvoice> = {},
  stored: Partial<StoredInvoice> = {},
): StoredInvoice {
  const draft = draftInvoice(config, {
    month,
    issueDate: '2026-11-01',
    dueDate: '2026-11-15',
    usages: [calls('184.166500')],
    summary: { calls: 1, answered_calls: 1, minutes: '1503.40', messages: null, parts: null },
    tax: standard,
    customer: estonian,
    language: 'en',
    payments: [],
    ...changes,
  });
  return { monthly_vat_invoice_id: 'mvi_20261000412vo', number: '2026-10-00412', ...draft, ...stored };
}

const payment = { payment_id: 'pay_01JBX2', number: 'PF-2026-000123', date: '2026-10-05', amount: '124.00' };

/** One invoice of each kind that the portal issues, by name. */
export function issuedInvoices(language: Language = 'en'): Record<string, StoredInvoice> {
  const of = (changes: Partial<IssuedInvoice>) => issued({ language, ...changes });
  const many = (count: number) =>
    Array.from({ length: count }, (_none, line) =>
      calls(
        `${line}.${String(line * 37)
          .padStart(6, '0')
          .slice(0, 6)}`,
        { params: { destination: `Zone ${line}` } },
      ),
    );
  const reverseCharge: Tax = { treatment: 'reverse_charge', rate: '0.00' };
  const outside: Tax = { treatment: 'outside_scope', rate: '0.00' };
  const usd = of({ month: { ...month, currency: 'usd' } });
  const prepayment = (amount: string, tax: Tax): Usage =>
    calls(amount, {
      code: 'prepayment',
      params: { number: 'PF-2026-000123', date: '2026-10-05' },
      unit: 'piece',
      quantity: '1',
      tax,
    });
  return {
    unpaid: of({}),
    paid: of({ payments: [{ ...payment, amount: '228.37' }] }),
    'partly paid': of({ payments: [payment] }),
    'reverse charge': of({ customer: greek, tax: reverseCharge }),
    'outside scope': of({ customer: american, tax: outside }),
    'rate of another country': of({
      customer: { ...greek, tax_number: null },
      tax: { treatment: 'standard', rate: '25.50' },
    }),
    'without customer data': of({
      customer: {
        name: null,
        company: null,
        address: null,
        country: null,
        tax_number: null,
        account_sid: null,
      },
    }),
    dollars: {
      ...usd,
      detail: {
        ...usd.detail,
        tax_currency: 'eur',
        tax_amount_in_tax_currency: '38.65',
        exchange_rate: '1.1436',
        exchange_rate_source: 'ECB 2026-10-30',
      },
    },
    'credit note': of({
      usages: [
        calls('-12.30', { code: 'adjustment', params: { reason: 'charged twice' }, quantity: '-100.41' }),
      ],
      payments: [{ ...payment, amount: '-15.25' }],
      corrects: { number: '2026-09-00007', date: '2026-10-01' },
    }),
    prepayment: of({
      basis: 'prepayment',
      usages: [prepayment('100.00', standard), prepayment('33.33', standard)],
      payments: [payment, { ...payment, payment_id: 'pay_2', amount: '41.32' }],
    }),
    'payments given back': of({
      basis: 'prepayment',
      usages: [
        prepayment('20.00', standard),
        {
          ...prepayment('-45.16', standard),
          quantity: '-1',
          params: { number: 'RD-2026-000004', date: '2026-10-20' },
        },
      ],
      payments: [
        { ...payment, amount: '24.80' },
        { payment_id: 'pay_3', number: 'RD-2026-000004', date: '2026-10-20', amount: '-56.00' },
      ],
      givesBack: [
        { number: '2026-08-00003', date: '2026-09-01' },
        { number: '2026-09-00007', date: '2026-10-01' },
      ],
    }),
    'late usage at another rate': of({
      usages: [
        calls('184.166500'),
        calls('10.00', {
          params: { destination: 'Latvia', month: '2026-06' },
          tax: { treatment: 'standard', rate: '22.00' },
        }),
        calls('3.00', { code: 'number_rental', params: { price: '3.00' }, unit: 'month', quantity: '1' }),
        calls('2.50', {
          code: 'number_setup',
          params: { number: '+37255512345' },
          unit: 'piece',
          quantity: '1',
        }),
        calls('7.77', {
          code: 'sms_outgoing',
          params: { country: 'lv', operator: 'LMT' },
          unit: 'part',
          quantity: '111',
        }),
      ],
    }),
    'standard and reverse charge': of({
      customer: greek,
      tax: reverseCharge,
      usages: [calls('10.00', { tax: standard }), calls('20.00')],
    }),
    'standard and outside scope': of({
      customer: american,
      tax: outside,
      usages: [prepayment('10.00', standard), prepayment('20.00', outside)],
      basis: 'prepayment',
      payments: [{ ...payment, amount: '32.40' }],
    }),
    'many lines': of({ usages: many(400) }),
  };
}
