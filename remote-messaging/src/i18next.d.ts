import type { SharedResources } from '@portal/shared/i18n';
import type history from '../locales/en/messagingHistory.json';
import type report from '../locales/en/messagingReport.json';

declare module 'i18next' {
  interface CustomTypeOptions {
    defaultNS: 'common';
    resources: SharedResources & {
      messagingHistory: typeof history;
      messagingReport: typeof report;
    };
  }
}
