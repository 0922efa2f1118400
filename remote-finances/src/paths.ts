/** Every address of the area, and the sidebars that it opens. */
export const paths = {
  payments: () => '/finances/payments',
  monthlyVatInvoice: (id: string) => `/finances/monthly-vat-invoices?${new URLSearchParams({ invoice: id })}`,
};

export const sidebars = {
  topUp: 'finances/top-up',
  alerts: 'finances/low-balance-alerts',
  quickStart: 'profile/quick-start',
  support: 'profile/support',
} as const;
