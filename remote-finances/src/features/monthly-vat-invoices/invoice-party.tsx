import type { MonthlyVatInvoiceDetail } from '@portal/contract/monthly-vat-invoice-detail';
import { useTranslation } from '@portal/shared/i18n';
import { CountryName, type Detail, DetailList, Stack } from '@portal/shared/ui';
import classes from './invoices.module.css';

type PartyField = keyof MonthlyVatInvoiceDetail['supplier'] | keyof MonthlyVatInvoiceDetail['customer'];

interface InvoicePartyProps {
  name: string | null;
  /** Shown below the company. */
  person?: string | null;
  party: { readonly [Field in PartyField]?: string | null };
}

/** Supplier or customer: name, address, numbers. */
export function InvoiceParty({ name, person, party }: InvoicePartyProps) {
  const { t } = useTranslation('financesMonthlyVatInvoices');
  const facts = [
    ['taxNumber', party.tax_number],
    ['registrationNumber', party.registration_number],
    ['accountSid', party.account_sid],
    ['email', party.email],
    ['phone', party.phone],
    ['iban', party.iban],
    ['bic', party.bic],
  ] as const;
  const items: (Detail | false)[] = facts.map(
    ([key, value]) => Boolean(value) && { term: t(`invoice.${key}`), description: value },
  );
  return (
    <Stack gap="3">
      <address className={classes.address}>
        <strong>{name ?? '–'}</strong>
        {person && person !== name && <span>{person}</span>}
        {party.address && <span>{party.address}</span>}
        {party.country && <CountryName code={party.country} plain />}
      </address>
      <DetailList items={items} />
    </Stack>
  );
}
