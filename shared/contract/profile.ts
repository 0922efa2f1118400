import * as v from 'valibot';
import {
  addressSchema,
  companySchema,
  emailSchema,
  languageChoiceSchema,
  languageSchema,
  nameSchema,
} from './account-fields.ts';
import { countryCodeSchema, countrySchema } from './country.ts';
import { timestampSchema, timezoneSchema } from './dates.ts';
import type { Endpoint } from './endpoint.ts';
import { currencySchema, decimalSchema } from './money.ts';
import { givenPassword } from './password.ts';
import { phoneNumberSchema } from './phone-number.ts';
import { issueOf, requestObject } from './request.ts';
import { maybe, openEnum } from './response-member.ts';
import { taxNumberIssue, taxNumberSchema } from './tax-number.ts';

/** States of an account. */
export const profileStatuses = [
  'not_verified',
  'pending',
  'verified',
  'rejected',
  'suspended',
  'closed',
] as const;

/** What the register of tax numbers said; `unavailable` is not `invalid`. */
export const taxStatuses = ['unchecked', 'valid', 'invalid', 'unavailable'] as const;

export const profileSchema = v.object({
  success: v.literal(true),
  /** Derived: neither tax number nor currency can be edited any more, and a country is set. */
  configured: v.boolean(),
  /** The e-mail address is confirmed. */
  confirmed: v.boolean(),
  status: v.optional(openEnum(profileStatuses), 'not_verified'),
  email: v.string(),
  /** Replaces `email` after its confirmation. */
  pending_email: maybe(v.string()),
  /** Digits only. */
  phone: maybe(v.string()),
  name: maybe(v.string()),
  company: maybe(v.string()),
  address: maybe(v.string()),
  country: maybe(countrySchema),
  tax_number: maybe(v.string()),
  tax_number_can_edit: v.optional(v.boolean(), true),
  /** VAT in per cent. */
  tax_value: maybe(decimalSchema),
  /** Null without a number, and where no register would know it. */
  tax_status: maybe(openEnum(taxStatuses)),
  /** When the register last answered. */
  tax_checked_at: maybe(timestampSchema),
  /** One of `vatReasons`, or a later one. */
  tax_reason: maybe(v.string()),
  /** Where the VAT is charged or owed. */
  tax_country: maybe(countrySchema),
  reverse_charge: v.optional(v.boolean(), false),
  currency: maybe(currencySchema),
  currency_can_edit: v.optional(v.boolean(), true),
  /** IANA name. */
  timezone: v.string(),
  language: languageSchema,
  crypto_enabled: v.boolean(),
  created: timestampSchema,
  account_sid: maybe(v.string()),
  /** Masked but for its end. */
  account_token: maybe(v.string()),
  /** The token that will replace `account_token`, masked too; null while there is none. */
  account_token_secondary: maybe(v.string()),
  /** When a program last used each of them, to the minute; null for a token that none has used. */
  account_token_last_used: maybe(timestampSchema),
  account_token_secondary_last_used: maybe(timestampSchema),
  status_reason: maybe(v.string()),
  terms_version: maybe(v.string()),
  dpu_version: maybe(v.string()),
  dpu_required: v.optional(v.boolean(), false),
  /** Optional calls, by name: true where the server has them. */
  features: v.optional(v.record(v.string(), v.boolean()), {}),
});
export type Profile = v.InferOutput<typeof profileSchema>;

const editableEntries = {
  name: nameSchema,
  company: companySchema,
  phone: phoneNumberSchema,
  address: addressSchema,
  country: countryCodeSchema,
  timezone: timezoneSchema,
  language: languageChoiceSchema,
  currency: currencySchema,
  tax_number: taxNumberSchema,
};

export const emailChangeSchema = requestObject({
  email: emailSchema,
  current_password: givenPassword('current_password_required'),
});

/**
 * Only the fields that change. The server compares a tax number that comes without a country with the account's own. A new `email` needs `current_password`.
 */
export const profileUpdateSchema = v.pipe(
  v.partial(requestObject(v.entriesFromObjects([v.object(editableEntries), emailChangeSchema]))),
  taxNumberRule(),
);
export type ProfileUpdate = v.InferInput<typeof profileUpdateSchema>;

const taxFieldsSchema = v.object({
  country: v.nullish(v.string()),
  tax_number: v.pipe(v.string(), v.nonEmpty()),
});

// Also runs while other fields are invalid, so that a form shows all errors together.
/* @__NO_SIDE_EFFECTS__ */
function taxNumberRule<Form>() {
  return v.rawCheck<Form>(({ dataset, addIssue }) => {
    const fields = v.safeParse(taxFieldsSchema, dataset.value);
    if (!fields.success) return;
    const { country, tax_number } = fields.output;
    const isKnownWrong = dataset.issues?.some((issue) => issue.path?.[0]?.key === 'tax_number');
    if (isKnownWrong || country === undefined) return;
    const message = taxNumberIssue(tax_number, country);
    if (message !== null) addIssue(issueOf('tax_number', tax_number, message));
  });
}

export const getProfile = {
  method: 'GET',
  path: '/v1/accounts/profile',
  summary: 'The profile',
  access: 'session',
  response: profileSchema,
} as const satisfies Endpoint;

export const updateProfile = {
  method: 'PUT',
  path: '/v1/accounts/profile',
  summary: 'Change parts of the profile',
  access: 'session',
  body: profileUpdateSchema,
  response: profileSchema,
  errors: ['currency_locked', 'tax_number_locked', 'month_not_invoiced'],
} as const satisfies Endpoint;
