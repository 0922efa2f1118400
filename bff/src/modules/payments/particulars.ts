import { languageSchema } from '@portal/contract/account-fields';
import { vatReasons } from '@portal/contract/vat';
import * as v from 'valibot';
import type { AccountRow } from '../../accounts/accounts.repository.ts';
import type { Config } from '../../config/config.ts';
import { issuerOf } from '../bank-transfer/bank-transfer.ts';

const line = v.nullable(v.string());

/** What the documents of a payment state beside its amounts, stored when it is created: later changes do not change them. */
export const particularsSchema = v.object({
  language: languageSchema,
  timezone: v.string(),
  /** What the service is taxed on. */
  basis: v.picklist(['prepayment', 'usage']),
  /** Null for money that pays an invoice, which states its VAT itself. */
  vat: v.nullable(
    v.object({ rate: v.string(), country: v.nullable(v.string()), reason: v.picklist(vatReasons) }),
  ),
  issuer: v.object({
    name: v.string(),
    address: v.string(),
    country: v.string(),
    tax_number: v.string(),
    registration_number: v.string(),
    email: v.string(),
    iban: v.string(),
    bic: v.string(),
    bank_name: v.string(),
  }),
  customer: v.object({
    name: line,
    company: line,
    address: line,
    country: line,
    tax_number: line,
    account_sid: line,
  }),
});
export type Particulars = v.InferOutput<typeof particularsSchema>;

/** The particulars of a payment that is created now. `vat` is that of the same row of the account. */
export function particularsOf(
  config: Config,
  account: AccountRow,
  { vat, basis }: Pick<Particulars, 'vat' | 'basis'>,
): Particulars {
  const { language, timezone, name, company, address, country, tax_number, account_sid } = account;
  return v.parse(particularsSchema, {
    ...{ language, timezone, basis, vat },
    issuer: issuerOf(config),
    customer: { name, company, address, country, tax_number, account_sid },
  });
}
