import { countryCodes } from '@portal/contract/country';
import { currencies } from '@portal/contract/money';
import { normalTaxNumber, taxNumberForms, taxNumberIssue } from '@portal/contract/tax-number';
import * as v from 'valibot';
import { type AccountRow, lockAccount, updateAccount } from '../../accounts/accounts.repository.ts';
import type { Transaction } from '../../database/database.ts';
import { sql } from '../../database/sql.ts';
import { OperatorError } from '../../errors/operator-error.ts';
import { defineStaffCommand, staffArguments } from '../../staff/staff-command.ts';
import { findUnclosedUsage } from '../monthly-vat-invoices/unclosed-month.ts';
import { hasRegister } from '../tax-register/tax-register.ts';

const { account, country, 'tax-number': taxNumber, currency } = staffArguments;

/**
 * Changes the tax number of an account, its country, or both, which customers set once. The number has no verdict until the register
 * confirms it. Issued documents and top-ups that are already asked for keep the VAT that they state.
 */
export const setTaxNumber = defineStaffCommand({
  schema: v.strictObject({ account, 'tax-number': v.optional(taxNumber), country: v.optional(country) }),
  act: async (tx, _action, given, { config }) => {
    const before = await openAccount(tx, given.account);
    const changed = {
      country: given.country ?? before.country,
      tax_number: given['tax-number'] === undefined ? before.tax_number : numberOf(given['tax-number']),
    };
    if (changed.country === before.country && changed.tax_number === before.tax_number)
      throw new OperatorError('The account has this tax number and country.');
    refuseUnknownCountry(changed.country);
    refuseWrongNumber(changed);
    await refuseUnclosedUsage(tx, before);
    const isChecked = hasRegister(config, changed);
    await updateAccount(tx, given.account, {
      ...changed,
      tax_check_due: isChecked ? new Date().toISOString() : null,
    });
    return {
      account_id: given.account,
      changed: {
        before: named(before),
        after: named(changed),
        ...(isChecked && {
          register: 'is asked within five minutes; until it confirms the number, VAT is taken',
        }),
      },
    };
  },
});

/** Changes the currency of an account that has no service yet: the money of a service keeps its currency. */
export const setCurrency = defineStaffCommand({
  schema: v.strictObject({ account, currency }),
  act: async (tx, _action, given) => {
    const before = await openAccount(tx, given.account);
    const after = currencies.find((known) => known === given.currency);
    if (after === undefined)
      throw new OperatorError(`The portal has the currencies ${currencies.join(' and ')}.`);
    if (after === before.currency) throw new OperatorError(`The account has the currency ${after}.`);
    const service = await tx.first<{ service_id: string }>(
      sql`select service_id from services where account_id = ${given.account} order by created limit 1`,
    );
    if (service !== undefined)
      throw new OperatorError(
        `The service ${service.service_id} keeps the money and prices of its currency. The customer needs another account for ${after}.`,
      );
    await updateAccount(tx, given.account, { currency: after });
    return { account_id: given.account, changed: { before: before.currency, after } };
  },
});

async function openAccount(tx: Transaction, accountId: string): Promise<AccountRow> {
  const row = await lockAccount(tx, accountId);
  if (row === undefined) throw new OperatorError(`There is no account ${accountId}.`);
  if (row.status === 'closed') throw new OperatorError('The account is closed.');
  return row;
}

/** `none` removes the number. */
function numberOf(text: string): string | null {
  return text === 'none' ? null : normalTaxNumber(text);
}

function refuseUnknownCountry(code: string | null): void {
  if (code !== null && !countryCodes.some((known) => known === code))
    throw new OperatorError(`${code} is the code of no country.`);
}

/** Usage is taxed where the customer was on the last day of its month. */
async function refuseUnclosedUsage(tx: Transaction, row: AccountRow): Promise<void> {
  const month = await findUnclosedUsage(tx, row);
  if (month === undefined) return;
  throw new OperatorError(
    `The usage of ${month} is on no invoice yet, and would be taxed by the new country and number. Close the month first: npm run -s billing -- close`,
  );
}

type Taxed = Pick<AccountRow, 'country' | 'tax_number'>;

function refuseWrongNumber({ country: code, tax_number }: Taxed): void {
  if (tax_number === null) return;
  if (taxNumberIssue(tax_number, code) === null) return;
  const [example] = taxNumberForms(code ?? '');
  throw new OperatorError(
    `${tax_number} is no tax number of ${code ?? 'an account without a country'}${example === undefined ? '' : `: expected one such as ${example}`}.`,
  );
}

function named({ country: code, tax_number }: Taxed): string {
  return `${tax_number ?? 'no tax number'}, ${code ?? 'no country'}`;
}
