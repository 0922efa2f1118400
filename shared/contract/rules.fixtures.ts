import type { FieldErrorCode } from './error.ts';
import { type PasswordProfile, passwordSpecials } from './password.ts';

/** A value of a field, and what is wrong with it: the code that travels and the words a customer reads in English. */
export interface RuleCase<Field extends string = string> {
  field: Field;
  value: string | boolean | null;
  /** Both null where the value is taken. */
  code: FieldErrorCode | null;
  message: string | null;
  /** Other members that the rule looks at. */
  beside?: Readonly<Record<string, unknown>>;
  /** The form cannot come to hold it: its list has only what is allowed. */
  isTypable?: false;
}

const taken = { code: null, message: null } as const;
const required = { code: 'phone_required', message: 'Phone number is required' } as const;
const pattern = { code: 'phone_pattern', message: 'Phone number is incorrect' } as const;
const digits = {
  code: 'phone_digits_length',
  message: 'Phone number length must be from 9 to 16 digits',
} as const;

const phoneRules: readonly RuleCase<'phone'>[] = [
  { field: 'phone', value: '', ...required },
  { field: 'phone', value: '372 abc 5551', ...pattern },
  { field: 'phone', value: '12345678', ...pattern },
  { field: 'phone', value: '1'.repeat(26), ...pattern },
  { field: 'phone', value: '1234-5678', ...digits },
  { field: 'phone', value: '12345678901234567', ...digits },
  { field: 'phone', value: '123456789', ...taken },
  { field: 'phone', value: '(12) 345-67 89', ...taken },
  { field: 'phone', value: '1234567890123456', ...taken },
  { field: 'phone', value: '1 2 3 4 5 6 7 8 9 (0) 1-2', ...taken },
];

/** Letters that the font of documents lacks, or that stand in the wrong order in a line. */
const unprinted = [
  '株式会社ダラト',
  'شركة دالات',
  'חברת דלת',
  'บริษัท ดาลัด',
  'კომპანია',
  'Ընկերություն',
  'Dalat 🚀',
];
const letters = {
  code: 'script_unsupported',
  message: 'Our documents can only print Latin, Greek and Cyrillic letters. Use one of these alphabets',
} as const;
const printedRules = <Field extends string>(field: Field): readonly RuleCase<Field>[] => [
  ...unprinted.map((value) => ({ field, value, ...letters })),
  ...['Nguyễn & Söhne OÜ', 'Παπαδόπουλος ΑΕ', 'ООО «Далат» № 1', 'Zoe\u0308 ﬁ €'].map((value) => ({
    field,
    value,
    ...taken,
  })),
];

const nameRules: readonly RuleCase<'name'>[] = [
  { field: 'name', value: '', code: 'name_required', message: 'Name is required' },
  { field: 'name', value: '   ', code: 'name_required', message: 'Name is required' },
  { field: 'name', value: 'Al', code: 'name_length', message: 'Name length must be from 3 to 32 characters' },
  {
    field: 'name',
    value: 'x'.repeat(33),
    code: 'name_length',
    message: 'Name length must be from 3 to 32 characters',
  },
  { field: 'name', value: 'Ann', ...taken },
  { field: 'name', value: 'x'.repeat(32), ...taken },
  ...printedRules('name'),
];

const companyLength = {
  code: 'company_length',
  message: 'Company name length must be from 3 to 32 characters',
} as const;
const companyRules: readonly RuleCase<'company'>[] = [
  { field: 'company', value: '', code: 'company_required', message: 'Company name is required' },
  { field: 'company', value: 'AB', ...companyLength },
  { field: 'company', value: 'x'.repeat(33), ...companyLength },
  { field: 'company', value: 'ABC', ...taken },
  { field: 'company', value: 'x'.repeat(32), ...taken },
  ...printedRules('company'),
];

const emailPattern = { code: 'email_pattern', message: 'Email is incorrect' } as const;
export const emailRules: readonly RuleCase<'email'>[] = [
  { field: 'email', value: '', code: 'email_required', message: 'Email is required' },
  { field: 'email', value: 'ann', ...emailPattern },
  { field: 'email', value: 'ann@example', ...emailPattern },
  { field: 'email', value: 'ann@example.c', ...emailPattern },
  { field: 'email', value: 'ann example@example.com', ...emailPattern },
  { field: 'email', value: '@example.com', ...emailPattern },
  { field: 'email', value: 'foo,victim@example.com', ...emailPattern },
  { field: 'email', value: 'foo;victim@example.com', ...emailPattern },
  { field: 'email', value: 'ann<victim@example.com', ...emailPattern },
  { field: 'email', value: '"ann"@example.com', ...emailPattern },
  { field: 'email', value: 'ann(note)@example.com', ...emailPattern },
  { field: 'email', value: 'ann@ｅｘａｍｐｌｅ.com', ...emailPattern },
  { field: 'email', value: 'ａnn@example.com', ...emailPattern },
  { field: 'email', value: 'ann@exam①ple.com', ...emailPattern },
  { field: 'email', value: 'a@b.co', ...taken },
  { field: 'email', value: "o'ann+portal@books.example", ...taken },
];

/** What a registration can be wrong about, beside its password. */
export const registrationRules: readonly RuleCase[] = [
  ...phoneRules,
  ...nameRules,
  ...companyRules,
  ...emailRules,
  {
    field: 'terms',
    value: false,
    code: 'terms_required',
    message: 'You have to accept the Terms and conditions',
  },
  { field: 'terms', value: true, ...taken },
];

const identical = { code: 'password_repeat_mismatch', message: 'Passwords must be identical' } as const;
const empty = { code: 'password_required', message: 'Password is required' } as const;

/** New passwords by profile. The message of a broken rule is the checklist's, which both forms show beneath the field. */
export const passwordCases: Readonly<
  Record<PasswordProfile, readonly RuleCase<'password' | 'password_repeat'>[]>
> = {
  spec: [
    { field: 'password', value: '', ...empty },
    { field: 'password', value: 'Secr1!x', code: 'password_length', message: '8 to 16 characters' },
    { field: 'password', value: 'Secret1!xSecret1!', code: 'password_length', message: '8 to 16 characters' },
    { field: 'password', value: 'SECRET1!X', code: 'password_lowercase', message: 'A lower-case letter' },
    { field: 'password', value: 'secret1!x', code: 'password_uppercase', message: 'An upper-case letter' },
    { field: 'password', value: 'Secrets!x', code: 'password_digit', message: 'A digit' },
    {
      field: 'password',
      value: 'Secret11x',
      code: 'password_special',
      message: 'A special character such as @ ! % * ? &',
    },
    {
      field: 'password',
      value: 'Secret1#x',
      code: 'password_special',
      message: 'A special character such as @ ! % * ? &',
    },
    ...[...passwordSpecials].map(
      (special) => ({ field: 'password', value: `Secret1${special}`, ...taken }) as const,
    ),
    { field: 'password', value: 'Secret1!Secret1!', ...taken },
    { field: 'password_repeat', value: 'Secret1!y', beside: { password: 'Secret1!x' }, ...identical },
    { field: 'password_repeat', value: '', beside: { password: 'Secret1!x' }, ...identical },
    { field: 'password_repeat', value: 'Secret1!x', beside: { password: 'Secret1!x' }, ...taken },
  ],
  nist: [
    { field: 'password', value: '', ...empty },
    {
      field: 'password',
      value: 'fourteen chars',
      code: 'passphrase_length',
      message: '15 to 128 characters',
    },
    {
      field: 'password',
      value: 'long '.repeat(26),
      code: 'passphrase_length',
      message: '15 to 128 characters',
    },
    { field: 'password', value: 'purple tandem 7', ...taken },
    { field: 'password', value: 'ÄÖÜ no rule of composition ☎', ...taken },
    { field: 'password', value: `${'words '.repeat(21)}ab`, ...taken },
    {
      field: 'password_repeat',
      value: 'purple tandem 8',
      beside: { password: 'purple tandem 7' },
      ...identical,
    },
  ],
};

const unsupported = { code: 'currency_unsupported', message: 'Currency is not supported' } as const;
const zoneRequired = { code: 'timezone_required', message: 'Timezone is required' } as const;
const addressLength = {
  code: 'address_length',
  message: 'Address length must be from 3 to 128 characters',
} as const;

const wrongTax = (country: string, value: string, example: string): RuleCase<'tax_number'> => ({
  field: 'tax_number',
  value,
  beside: { country },
  code: 'tax_number_format',
  message: `Invalid tax number. Example: ${example}`,
});
const rightTax = (country: string, value: string): RuleCase<'tax_number'> => ({
  field: 'tax_number',
  value,
  beside: { country },
  ...taken,
});

/** What a profile can be wrong about: of an account in which neither country, tax number nor currency is set. */
export const profileRules: readonly RuleCase<
  'phone' | 'name' | 'company' | 'country' | 'address' | 'currency' | 'tax_number' | 'timezone'
>[] = [
  ...phoneRules,
  ...nameRules,
  ...companyRules,
  { field: 'address', value: '', code: 'address_required', message: 'Address is required' },
  { field: 'address', value: 'ab', ...addressLength },
  { field: 'address', value: 'x'.repeat(129), ...addressLength },
  { field: 'address', value: 'abc', ...taken },
  { field: 'address', value: 'x'.repeat(128), ...taken },
  ...printedRules('address'),
  { field: 'country', value: '', code: 'country_required', message: 'Country is required', isTypable: false },
  {
    field: 'country',
    value: null,
    code: 'country_required',
    message: 'Country is required',
    isTypable: false,
  },
  {
    field: 'country',
    value: 'zz',
    code: 'country_invalid',
    message: 'Please choose a country from the list',
    isTypable: false,
  },
  { field: 'currency', value: '', isTypable: false, ...unsupported },
  { field: 'currency', value: null, isTypable: false, ...unsupported },
  { field: 'currency', value: 'gbp', isTypable: false, ...unsupported },
  { field: 'currency', value: 'usd', ...taken },
  { field: 'currency', value: 'eur', ...taken },
  { field: 'timezone', value: null, isTypable: false, ...zoneRequired },
  { field: 'timezone', value: '', isTypable: false, ...zoneRequired },
  {
    field: 'timezone',
    value: 'Mars/Olympus',
    isTypable: false,
    code: 'timezone_invalid',
    message: 'Please choose a time zone from the list',
  },
  {
    field: 'tax_number',
    value: 'EE100000010',
    code: 'tax_country_required',
    message: 'Please specify your country',
  },
  {
    field: 'tax_number',
    value: '',
    beside: { country: 'ee' },
    code: 'tax_number_required',
    message: 'Please specify your tax number',
    isTypable: false,
  },
  wrongTax('ee', 'DE123456788', 'EE100000010'),
  wrongTax('ee', '100000010', 'EE100000010'),
  wrongTax('ee', 'EE1', 'EE100000010'),
  wrongTax('ee', 'EE1234567890123', 'EE100000010'),
  wrongTax('ee', 'EE10000_010', 'EE100000010'),
  wrongTax('gr', 'GR123456789', 'EL123456789'),
  wrongTax('us', '123', '123456789'),
  wrongTax('us', '123456789012345', '123456789'),
  rightTax('ee', 'EE12'),
  rightTax('ee', 'EE123456789012'),
  rightTax('ee', 'ee 100.000-010'),
  rightTax('gr', 'EL123456789'),
  rightTax('us', '12-3456789'),
];

/** What a support request can be wrong about. */
export const supportRules: readonly RuleCase<'subject' | 'body'>[] = [
  { field: 'subject', value: '', code: 'subject_required', message: 'Text is required' },
  { field: 'subject', value: '   ', code: 'subject_required', message: 'Text is required' },
  { field: 'subject', value: 'Calls fail', ...taken },
  { field: 'body', value: '', code: 'body_required', message: 'Text is required' },
  { field: 'body', value: ' \n ', code: 'body_required', message: 'Text is required' },
  { field: 'body', value: 'Since 08:00', ...taken },
];
