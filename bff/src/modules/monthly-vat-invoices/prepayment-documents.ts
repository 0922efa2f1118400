import { isEuCountry } from '@portal/contract/tax-number';
import type { AccountRow } from '../../accounts/accounts.repository.ts';
import type { Config } from '../../config/config.ts';
import { Big } from '../../listing/decimal.ts';
import { treatmentOf as treatmentOfReason, vatOn } from '../vat/vat.ts';
import { derivedVat, documentReason, type StatedVat } from '../vat/vat-of-document.ts';
import type { Tax } from './invoice-arithmetic.ts';
import { customerOf } from './issue-invoice.ts';
import type { InvoiceContent } from './monthly-vat-invoices.repository.ts';
import type { Prepayment } from './prepayments.repository.ts';

/** How a prepayment was charged. */
interface Charged {
  prepayment: Prepayment;
  tax: Tax;
  vat: StatedVat;
  customer: InvoiceContent['customer'];
}

/** The prepayments of one document: of one buyer, taxed for one reason. */
export interface PrepaymentGroup {
  customer: InvoiceContent['customer'];
  vat: StatedVat;
  lines: readonly { prepayment: Prepayment; tax: Tax }[];
}

/** Divides prepayments into documents, in the order of their first ones. Rates may differ within one. */
export function groupPrepayments(
  prepayments: readonly Prepayment[],
  account: AccountRow,
  config: Pick<Config, 'PROVIDER_COUNTRY'>,
): PrepaymentGroup[] {
  const charged = prepayments.map((each) => chargedAs(each, account, config));
  return [...Map.groupBy(charged, keyOf).values()].flatMap((lines) => {
    const last = lines.at(-1);
    return last === undefined ? [] : { customer: last.customer, vat: last.vat, lines };
  });
}

/** Name and address may have been corrected: country and tax number are what a buyer is taxed by. */
function keyOf({ tax, vat, customer: { country, tax_number } }: Charged): string {
  return JSON.stringify([tax.treatment, vat.reason, vat.country, country, tax_number]);
}

/**
 * A payment states since it was asked for how it is taxed, and who its buyer is; what is given back is taxed as what was paid. The
 * buyer's name and address are today's while country and tax number are. Payments from before this was stored follow today's account.
 */
function chargedAs(
  prepayment: Prepayment,
  account: AccountRow,
  config: Pick<Config, 'PROVIDER_COUNTRY'>,
): Charged {
  const { vat, customer, tax_rate } = prepayment;
  const today = customerOf(account);
  if (vat === null || customer === null) {
    const tax = taxToday(prepayment, account, config);
    return {
      prepayment,
      tax,
      vat: derivedVat(tax.treatment, today, config.PROVIDER_COUNTRY),
      customer: today,
    };
  }
  const treatment = treatmentOfReason(vat.reason);
  const isSameBuyer = customer.country === today.country && customer.tax_number === today.tax_number;
  return {
    prepayment,
    tax: { treatment, rate: treatment === 'standard' ? tax_rate : '0.00' },
    vat: { reason: documentReason(vat.reason), country: vat.country },
    customer: isSameBuyer ? today : customer,
  };
}

/** The tax of a payment that states only its rate: the reason of a zero follows from the customer's country. */
function taxToday(
  { tax_rate, date }: Prepayment,
  account: AccountRow,
  config: Pick<Config, 'PROVIDER_COUNTRY'>,
): Tax {
  if (new Big(tax_rate).gt(0)) return { treatment: 'standard', rate: tax_rate };
  const derived = vatOn(date, account, config);
  if (derived.treatment !== 'standard') return derived;
  const isReverseCharge = account.country !== null && isEuCountry(account.country);
  return { treatment: isReverseCharge ? 'reverse_charge' : 'outside_scope', rate: '0.00' };
}
