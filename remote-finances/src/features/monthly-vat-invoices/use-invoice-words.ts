import { invoiceBases, invoiceLineUnits, taxCategories } from '@portal/contract/monthly-vat-invoice-detail';
import { invoiceDocumentTypes, invoiceStatuses, taxTreatments } from '@portal/contract/monthly-vat-invoices';
import { serviceTypes } from '@portal/contract/services';
import { useTranslation } from '@portal/shared/i18n';
import type { BadgeTone } from '@portal/shared/ui';

/** The words of an invoice in the customer's language; a word that a later server adds shows as it is. */
export function useInvoiceWords() {
  const { t } = useTranslation('financesMonthlyVatInvoices');
  return {
    status: (status: string) => {
      const known = invoiceStatuses.find((one) => one === status);
      return known ? t(`status.${known}`) : status;
    },
    documentType: (type: string) => {
      const known = invoiceDocumentTypes.find((one) => one === type);
      return known ? t(`documentType.${known}`) : type;
    },
    treatment: (treatment: string) => {
      const known = taxTreatments.find((one) => one === treatment);
      return known ? t(`treatment.${known}`) : treatment;
    },
    category: (category: string) => {
      const known = taxCategories.find((one) => one === category);
      return known ? t(`category.${known}`) : category;
    },
    basis: (basis: string) => {
      const known = invoiceBases.find((one) => one === basis);
      return known ? t(`basis.${known}`) : basis;
    },
    /** Without a type an invoice is of all services. */
    service: (type: string | null) => {
      const known = serviceTypes.find((one) => one === type);
      return known ? t(`service.${known}`) : (type ?? t('service.all'));
    },
    /** The unit of so many; a fraction takes the form that its number does. */
    unit: (unit: string, quantity: string) => {
      const known = invoiceLineUnits.find((one) => one === unit);
      return known ? t(`unit.${known}`, { count: Number(quantity) }) : unit;
    },
  };
}

const tones: Readonly<Record<string, BadgeTone>> = {
  issued: 'info',
  paid: 'success',
  partially_paid: 'warning',
  overdue: 'error',
};

export function toneOfInvoice(status: string): BadgeTone {
  return tones[status] ?? 'neutral';
}
