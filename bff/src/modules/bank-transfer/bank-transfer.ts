import type { BankDetails } from '@portal/contract/payments';
import type { Config } from '../../config/config.ts';
import { Big } from '../../listing/decimal.ts';
import { isCreditorReference } from './creditor-reference.ts';

type Transfer = Omit<BankDetails, 'bank_name' | 'sepa_qr'>;

/** The provider as documents name it, with its bank account. */
export function issuerOf(config: Config) {
  return {
    name: config.PROVIDER_NAME,
    address: config.PROVIDER_ADDRESS,
    country: config.PROVIDER_COUNTRY,
    tax_number: config.PROVIDER_TAX_NUMBER,
    registration_number: config.PROVIDER_REGISTRATION_NUMBER,
    email: config.BILLING_EMAIL,
    iban: config.PROVIDER_IBAN,
    bic: config.PROVIDER_BIC,
    bank_name: config.PROVIDER_BANK,
  };
}
type Issuer = Pick<ReturnType<typeof issuerOf>, 'name' | 'iban' | 'bic' | 'bank_name'>;

/** The details of a transfer to the provider's account, with its QR code. */
export function transferTo(
  { name, iban, bic, bank_name }: Issuer,
  { reference, amount, currency }: Pick<BankDetails, 'reference' | 'amount' | 'currency'>,
): BankDetails {
  const transfer = { beneficiary: name, iban, bic, reference, amount, currency };
  return { ...transfer, bank_name, sepa_qr: sepaQr(transfer) };
}

/** As many bytes as version 13 of a QR code holds with error correction M, the largest that banking apps must read. */
const maxBytes = 331;
const maxAmount = new Big('999999999.99');

/**
 * The text of a QR code with which a banking app fills in a SEPA credit transfer (EPC069-12, version 002): one element a line, in
 * UTF-8. A creditor reference stands in the structured element, any other in the free one; only one of them may be there. Null
 * for what the guideline does not allow: other currencies, amounts outside 0.01 to 999999999.99, texts that are too long.
 */
export function sepaQr({ beneficiary, iban, bic, reference, amount, currency }: Transfer): string | null {
  const sum = new Big(amount);
  if (currency !== 'eur' || sum.lt('0.01') || sum.gt(maxAmount)) return null;
  const isStructured = isCreditorReference(reference);
  const text = [
    'BCD',
    '002',
    '1',
    'SCT',
    compact(bic ?? ''),
    cut(beneficiary, 70),
    compact(iban),
    `EUR${sum.toFixed(2)}`,
    '',
    isStructured ? compact(reference) : '',
    // The last element has no line break; empty elements at the end are left out.
    ...(isStructured ? [] : [cut(reference, 140)]),
  ].join('\n');
  return Buffer.byteLength(text) <= maxBytes ? text : null;
}

function compact(text: string): string {
  return text.replaceAll(/\s/g, '').toUpperCase();
}

/** A line break would begin the next element. */
function cut(text: string, length: number): string {
  const line = text.replaceAll(/[\p{C}\p{Z}]+/gu, ' ').trim();
  return [...line].slice(0, length).join('').trim();
}
