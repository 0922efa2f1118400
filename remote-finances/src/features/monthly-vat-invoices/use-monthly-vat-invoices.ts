import { invoiceBases, invoiceLineUnits, taxCategories } from '@portal/contract/monthly-vat-invoice-detail';
import {
  invoiceDocumentTypes,
  invoiceStatuses,
  listMonthlyVatInvoices,
  type MonthlyVatInvoicesQuery,
  taxTreatments,
} from '@portal/contract/monthly-vat-invoices';
import { isOneOf } from '@portal/contract/response-member';
import { serviceTypes } from '@portal/contract/services';
import { endpointQuery, keepPreviousData, useQuery } from '@portal/shared/api';
import { useTranslation } from '@portal/shared/i18n';
import type { BadgeTone } from '@portal/shared/ui';

/** A page of invoices; the previous page stays on the screen until it has loaded. */
export function useMonthlyVatInvoices(query: MonthlyVatInvoicesQuery) {
  return useQuery({ ...endpointQuery(listMonthlyVatInvoices, { query }), placeholderData: keepPreviousData });
}

/** The words of an invoice in the customer's language; a word of a later server is shown as it is. */
export function useInvoiceWords() {
  const { t } = useTranslation('financesMonthlyVatInvoices');
  return {
    status: (status: string) => (isOneOf(invoiceStatuses, status) ? t(`status.${status}`) : status),
    documentType: (type: string) => (isOneOf(invoiceDocumentTypes, type) ? t(`documentType.${type}`) : type),
    treatment: (treatment: string) =>
      isOneOf(taxTreatments, treatment) ? t(`treatment.${treatment}`) : treatment,
    category: (category: string) => (isOneOf(taxCategories, category) ? t(`category.${category}`) : category),
    basis: (basis: string) => (isOneOf(invoiceBases, basis) ? t(`basis.${basis}`) : basis),
    /** An invoice without a type is for all services. */
    service: (type: string | null) =>
      isOneOf(serviceTypes, type) ? t(`service.${type}`) : (type ?? t('service.all')),
    /** The unit, in the plural form of the quantity. */
    unit: (unit: string, quantity: string) =>
      isOneOf(invoiceLineUnits, unit) ? t(`unit.${unit}`, { count: Number(quantity) }) : unit,
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
