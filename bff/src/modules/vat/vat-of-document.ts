import type { documentVatReasons } from '@portal/contract/vat';
import type { Vat } from './vat.ts';

/** What a stored document says about its VAT. */
interface DocumentVat {
  tax_treatment: string;
  /** Null if its lines have several. */
  tax_rate: string | null;
  detail: {
    supplier: { country: string | null };
    customer: { country: string | null; tax_number: string | null };
  };
}

/** Returns why a document has its VAT, from its own content: the account may have changed since. Null with several rates. */
export function vatOfDocument({ tax_treatment, tax_rate: rate, detail }: DocumentVat) {
  const { supplier, customer } = detail;
  if (rate === null) return null;
  const because = (reason: Vat['reason'] | (typeof documentVatReasons)[number]) => ({
    treatment: tax_treatment,
    rate,
    country: customer.country ?? supplier.country,
    reason,
  });
  if (tax_treatment === 'outside_scope') return because('outside_eu');
  if (tax_treatment === 'reverse_charge') return because('reverse_charge');
  if (customer.country === null) return because('country_missing');
  if (customer.country === supplier.country) return because('provider_country');
  return because(customer.tax_number === null ? 'tax_number_missing' : 'tax_number_not_confirmed');
}
