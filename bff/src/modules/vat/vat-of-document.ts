import type { documentVatReasons, vatReasons } from '@portal/contract/vat';
import type { Vat } from './vat.ts';

/** Why a document has its VAT, and where the VAT is charged or owed. */
export interface StatedVat {
  reason: (typeof vatReasons)[number] | (typeof documentVatReasons)[number];
  country: string | null;
}

interface Buyer {
  country: string | null;
  tax_number: string | null;
}

/** What a stored document says about its VAT. */
interface DocumentVat {
  tax_treatment: string;
  /** Null if its lines have several. */
  tax_rate: string | null;
  detail: {
    supplier: { country: string | null };
    customer: Buyer;
    /** Of prepayments, as their payments state it; other documents and earlier ones have none. */
    vat?: StatedVat;
  };
}

/** Returns why a document has its VAT, from its own content: the account may have changed since. Null with several rates. */
export function vatOfDocument({ tax_treatment, tax_rate: rate, detail }: DocumentVat) {
  const { supplier, customer, vat } = detail;
  if (rate === null) return null;
  const { reason, country } = vat ?? derivedVat(tax_treatment, customer, supplier.country);
  return { treatment: tax_treatment, rate, country, reason };
}

/** Why a buyer is charged VAT with this treatment. */
export function derivedVat(treatment: string, customer: Buyer, supplierCountry: string | null): StatedVat {
  const country = customer.country ?? supplierCountry;
  const because = (reason: StatedVat['reason']) => ({ reason, country });
  if (treatment === 'outside_scope') return because('outside_eu');
  if (treatment === 'reverse_charge') return because('reverse_charge');
  if (customer.country === null) return because('country_missing');
  if (customer.country === supplierCountry) return because('provider_country');
  return because(customer.tax_number === null ? 'tax_number_missing' : 'tax_number_not_confirmed');
}

/** The reason as documents state it: the register's verdict is not part of them. */
export function documentReason(reason: Vat['reason']): StatedVat['reason'] {
  return reason === 'tax_number_unchecked' || reason === 'tax_number_invalid'
    ? 'tax_number_not_confirmed'
    : reason;
}
