/** Every URL of the area. */
export const paths = {
  payments: () => '/finances/payments',
  monthlyVatInvoice: (id: string) => `/finances/monthly-vat-invoices?${new URLSearchParams({ invoice: id })}`,
};

/** The area's own sidebars. */
export const sidebars = {
  topUp: 'finances/top-up',
  alerts: 'finances/low-balance-alerts',
} as const;
