import { addDays } from '@portal/shared/ui';

/** Every URL of the area. */
export const paths = {
  payments: () => '/finances/payments',
  /** The list from the payment's day on, filtered by its number, with the payment open. */
  payment: ({
    payment_id,
    number,
    created,
  }: {
    payment_id: string;
    number: string | null;
    created: string;
  }) =>
    `/finances/payments?${new URLSearchParams({
      row: payment_id,
      // It may be the day before in the account's time zone.
      start_date: addDays(created.slice(0, 10), -1),
      ...(number !== null && { filter_query: number, filter_or: 'number' }),
    })}`,
  monthlyVatInvoice: (id: string) => `/finances/monthly-vat-invoices?${new URLSearchParams({ invoice: id })}`,
};

/** The area's own sidebars. */
export const sidebars = {
  topUp: 'finances/top-up',
  alerts: 'finances/low-balance-alerts',
} as const;
