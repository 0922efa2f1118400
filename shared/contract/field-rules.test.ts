import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import * as v from 'valibot';
import { accountExamples } from './account.fixtures.ts';
import type { Endpoint } from './endpoint.ts';
import { endpoints } from './endpoints.ts';
import { isFieldErrorCode } from './error.ts';
import { changePasswordRequestSchema } from './password-change.ts';
import { profileUpdateSchema } from './profile.ts';
import { confirmRequestSchema, registerRequestSchema } from './registration.ts';
import { supportRequestSchema } from './support.ts';
import { thresholdRequestSchema } from './threshold.ts';
import { createInvoicePaymentRequestSchema } from './top-up.ts';

const registration = accountExamples.register.bodies[0]!;

const profileForm = {
  name: 'Ann Tamm',
  company: 'Example Trading OÜ',
  phone: '372 5551 2345',
  address: 'Pikk 1, 10123 Tallinn',
  country: 'ee',
  timezone: 'Europe/Tallinn',
  language: 'et',
  currency: 'eur',
  tax_number: 'EE100000010',
};

/** `field: code` of each issue. */
function issuesOf(schema: v.GenericSchema, value: unknown): string[] {
  const result = v.safeParse(schema, value);
  return (result.issues ?? []).map((issue) => `${v.getDotPath(issue)}: ${issue.message}`);
}

describe('the registration', () => {
  test.each([
    ['phone', '', 'phone_required'],
    ['phone', '+372 5551 2345', 'phone_pattern'],
    ['phone', '12345678', 'phone_pattern'],
    ['phone', '1234567(8)', 'phone_digits_length'],
    ['phone', '123456789012345678', 'phone_digits_length'],
    ['phone', '1'.repeat(26), 'phone_pattern'],
    ['name', '   ', 'name_required'],
    ['name', 'Al', 'name_length'],
    ['name', 'x'.repeat(33), 'name_length'],
    ['company', '', 'company_required'],
    ['company', 'AB', 'company_length'],
    ['company', 'x'.repeat(33), 'company_length'],
    ['email', '', 'email_required'],
    ['email', 'ann@example', 'email_pattern'],
    ['email', 'ann@example.c', 'email_pattern'],
    ['email', 'ann example.com', 'email_pattern'],
    ['email', 'ann@-example.com', 'email_pattern'],
    ['email', 'ann\u0000@example.com', 'email_pattern'],
    ['country', 'zz', 'country_invalid'],
    ['country', '', 'country_required'],
    ['currency', 'gbp', 'currency_unsupported'],
    ['language', 'xx', 'language_unsupported'],
    ['timezone', '', 'timezone_required'],
    ['timezone', 'Mars/Olympus', 'timezone_invalid'],
    ['timezone', '+02:00', 'timezone_invalid'],
    ['timezone', 'AET', 'timezone_invalid'],
    ['timezone', 'CET', 'timezone_invalid'],
    ['timezone', 'US/Pacific-New', 'timezone_invalid'],
    ['timezone', 'SystemV/EST5', 'timezone_invalid'],
    ['terms', false, 'terms_required'],
    ['password_repeat', 'Secret1!y', 'password_repeat_mismatch'],
  ])('answers %s %j with %s alone', (field, value, code) => {
    expect(issuesOf(registerRequestSchema, { ...registration, [field]: value })).toEqual([
      `${field}: ${code}`,
    ]);
  });

  test.each([
    ['email', 'email_required'],
    ['password', 'password_required'],
    ['password_repeat', 'password_repeat_mismatch'],
    ['name', 'name_required'],
    ['company', 'company_required'],
    ['phone', 'phone_required'],
    ['timezone', 'timezone_required'],
    ['terms', 'terms_required'],
  ])('answers a missing %s, or one of a wrong type, with %s', (field, code) => {
    const { [field as 'email']: _, ...rest } = registration;
    expect(issuesOf(registerRequestSchema, rest)).toEqual([`${field}: ${code}`]);
    expect(issuesOf(registerRequestSchema, { ...registration, [field]: 7 })).toContain(`${field}: ${code}`);
  });

  test('takes the bounds of every length', () => {
    for (const patch of [
      { phone: '(12) 345-67 89' },
      { phone: '1234567890123456' },
      { name: 'Ann' },
      { name: 'x'.repeat(32) },
      { company: 'x'.repeat(32) },
      { email: 'a@b.co' },
      { email: "o'ann+portal@bücher.example" },
    ]) {
      expect(issuesOf(registerRequestSchema, { ...registration, ...patch })).toEqual([]);
    }
  });

  test('writes a name on one line and an address in lower case, and drops what it does not know', () => {
    const body = {
      ...registration,
      name: ' Ann\r\nBcc:\tTamm ',
      email: ' Ann@Example.COM ',
      country: 'EL',
      role: 'admin',
    };
    const output = v.parse(registerRequestSchema, body);
    expect(output).toMatchObject({ name: 'Ann Bcc: Tamm', email: 'ann@example.com', country: 'gr' });
    expect(output).not.toHaveProperty('role');
  });
});

describe('the profile', () => {
  test.each([
    ['address', '', 'address_required'],
    ['address', 'ab', 'address_length'],
    ['address', 'x'.repeat(129), 'address_length'],
    ['currency', '', 'currency_unsupported'],
    ['tax_number', '', 'tax_number_required'],
    ['tax_number', 'DE123456788', 'tax_number_format'],
    ['timezone', null, 'timezone_required'],
  ])('answers %s %j with %s', (field, value, code) => {
    expect(issuesOf(profileUpdateSchema, { ...profileForm, [field]: value })).toEqual([`${field}: ${code}`]);
  });

  test('asks for the country before the tax number, beside what else is wrong', () => {
    expect(issuesOf(profileUpdateSchema, { ...profileForm, country: '', name: '' })).toEqual([
      'name: name_required',
      'country: country_required',
      'tax_number: tax_country_required',
    ]);
  });

  test('takes a part, and nothing that only the server decides', () => {
    expect(v.parse(profileUpdateSchema, { language: 'de', configured: true, tax_value: '0.00' })).toEqual({
      language: 'de',
    });
    expect(v.parse(profileUpdateSchema, { tax_number: 'ee 100.000.010' })).toEqual({
      tax_number: 'EE100000010',
    });
  });

  test('compares a tax number with the country that comes along', () => {
    expect(issuesOf(profileUpdateSchema, { country: 'de', tax_number: 'EE100000010' })).toEqual([
      'tax_number: tax_number_format',
    ]);
    expect(issuesOf(profileUpdateSchema, { country: 'el', tax_number: 'EL123456789' })).toEqual([]);
  });
});

describe('the other forms', () => {
  test.each([
    [supportRequestSchema, {}, ['subject: subject_required', 'body: body_required']],
    [
      supportRequestSchema,
      { subject: ' ', body: '\n' },
      ['subject: subject_required', 'body: body_required'],
    ],
    [
      supportRequestSchema,
      { subject: 'x'.repeat(151), body: 'x'.repeat(5001) },
      ['subject: subject_length', 'body: body_length'],
    ],
    [confirmRequestSchema, {}, ['token: token_required']],
    [confirmRequestSchema, { email: 'a@b.co' }, ['token: token_required']],
    [confirmRequestSchema, { email: 'a@b.co', code: '12345' }, ['code: code_invalid']],
    [
      changePasswordRequestSchema,
      { current_password: '', password: 'NewSecret1!', password_repeat: 'NewSecret1!' },
      ['current_password: current_password_required'],
    ],
    [
      changePasswordRequestSchema,
      { token: 't', password: 'NewSecret1!', password_repeat: 'other' },
      ['password_repeat: password_repeat_mismatch'],
    ],
    [thresholdRequestSchema, { service_id: '', threshold_enabled: false }, ['service_id: service_required']],
    [
      thresholdRequestSchema,
      { service_id: 's', threshold_enabled: true },
      ['threshold_balance: threshold_required'],
    ],
    [
      thresholdRequestSchema,
      { service_id: 's', threshold_enabled: true, threshold_balance: '12,5' },
      ['threshold_balance: amount_invalid'],
    ],
    [createInvoicePaymentRequestSchema, { amount: '10' }, ['service_id: service_required']],
    [createInvoicePaymentRequestSchema, { service_id: 's', amount: '' }, ['amount: amount_required']],
    [createInvoicePaymentRequestSchema, { service_id: 's' }, ['amount: amount_required']],
  ])('case %#', (schema: v.GenericSchema, body: object, issues) => {
    expect(issuesOf(schema, body)).toEqual(issues);
  });
});

describe('every request', () => {
  const table: [string, Endpoint][] = Object.entries(endpoints);
  const bodies = table.flatMap(([id, { body }]) => (body ? [[id, body] as const] : []));
  const junk = fc.oneof(
    fc.string(),
    fc.integer(),
    fc.boolean(),
    fc.constant(null),
    fc.object({ maxDepth: 1 }),
  );

  test.each(bodies)('of %s answers whatever it gets with codes that have a translation', (_, body) => {
    const members = 'entries' in body ? Object.keys(Object(body.entries)) : [];
    const values = fc.oneof(
      junk,
      fc.record(Object.fromEntries(members.map((name) => [name, junk])), { requiredKeys: [] }),
    );
    fc.assert(
      fc.property(values, (value) => {
        for (const issue of v.safeParse(body, value).issues ?? [])
          expect(isFieldErrorCode(issue.message)).toBe(true);
      }),
      { numRuns: 50 },
    );
  });

  test.each(bodies)('of %s is read in time that grows with its length only', (_, body) => {
    const members = 'entries' in body ? Object.keys(Object(body.entries)) : [];
    for (const piece of ['a', ' ', 'a.', '1-', '@a', '\n ']) {
      const long = piece.repeat(50_000);
      const start = process.cpuUsage();
      v.safeParse(body, Object.fromEntries(members.map((name) => [name, long])));
      // Time of the processor, in microseconds: on a busy machine the clock also counts what others do.
      expect(process.cpuUsage(start).user).toBeLessThan(1_000_000);
    }
  });
});
