import { defineArea } from '@portal/shared/area';
import type { SharedResources } from '@portal/shared/i18n';
import type financesLowBalanceAlertsSidebar from '../locales/en/financesLowBalanceAlertsSidebar.json';
import type financesMonthlyVatInvoices from '../locales/en/financesMonthlyVatInvoices.json';
import type financesPayments from '../locales/en/financesPayments.json';
import type financesStatement from '../locales/en/financesStatement.json';
import type financesTopUpBalanceSidebar from '../locales/en/financesTopUpBalanceSidebar.json';

export const area = defineArea({
  pages: {
    payments: () => import(/* webpackChunkName: "page-payments" */ './features/payments/payments-page.tsx'),
    'monthly-vat-invoices': () =>
      import(
        /* webpackChunkName: "page-monthly-vat-invoices" */ './features/monthly-vat-invoices/monthly-vat-invoices-page.tsx'
      ),
    statement: () =>
      import(/* webpackChunkName: "page-statement" */ './features/statement/statement-page.tsx'),
  },
  sidebars: {
    'low-balance-alerts': () =>
      import(
        /* webpackChunkName: "sidebar-low-balance-alerts" */ './features/low-balance-alerts/low-balance-alerts-sidebar.tsx'
      ),
    'top-up': () => import(/* webpackChunkName: "sidebar-top-up" */ './features/top-up/top-up-sidebar.tsx'),
  },
  plates: {
    balances: () => import(/* webpackChunkName: "plates" */ './features/balances/balances-plate.tsx'),
  },
});

declare module 'i18next' {
  interface CustomTypeOptions {
    defaultNS: 'common';
    resources: SharedResources & {
      financesLowBalanceAlertsSidebar: typeof financesLowBalanceAlertsSidebar;
      financesMonthlyVatInvoices: typeof financesMonthlyVatInvoices;
      financesPayments: typeof financesPayments;
      financesStatement: typeof financesStatement;
      financesTopUpBalanceSidebar: typeof financesTopUpBalanceSidebar;
    };
  }
}
