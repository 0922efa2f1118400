import { defineArea } from '@portal/shared/area';

export const area = defineArea({
  pages: {
    payments: () => import(/* webpackChunkName: "page-payments" */ './features/payments/payments-page.tsx'),
    'monthly-vat-invoices': () =>
      import(
        /* webpackChunkName: "page-monthly-vat-invoices" */ './features/monthly-vat-invoices/monthly-vat-invoices-page.tsx'
      ),
  },
  sidebars: {
    'low-balance-alerts': () =>
      import(
        /* webpackChunkName: "sidebar-low-balance-alerts" */ './features/low-balance-alerts/low-balance-alerts-sidebar.tsx'
      ),
    'top-up': () => import(/* webpackChunkName: "sidebar-top-up" */ './features/top-up/top-up-sidebar.tsx'),
  },
  plates: {
    balances: () => import(/* webpackChunkName: "plate-balances" */ './features/balances/balances-plate.tsx'),
  },
});
