import type { SharedResources } from '@portal/shared/i18n';
import type financesLowBalanceAlertsSidebar from '../locales/en/financesLowBalanceAlertsSidebar.json';
import type financesMonthlyVatInvoices from '../locales/en/financesMonthlyVatInvoices.json';
import type financesPayments from '../locales/en/financesPayments.json';
import type financesTopUpBalanceSidebar from '../locales/en/financesTopUpBalanceSidebar.json';

declare module 'i18next' {
  interface CustomTypeOptions {
    defaultNS: 'common';
    resources: SharedResources & {
      financesLowBalanceAlertsSidebar: typeof financesLowBalanceAlertsSidebar;
      financesMonthlyVatInvoices: typeof financesMonthlyVatInvoices;
      financesPayments: typeof financesPayments;
      financesTopUpBalanceSidebar: typeof financesTopUpBalanceSidebar;
    };
  }
}
