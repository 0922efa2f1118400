import { defineArea } from '@portal/shared/area';
import type { SharedResources } from '@portal/shared/i18n';
import type history from '../locales/en/messagingHistory.json';
import type prices from '../locales/en/messagingPrices.json';
import type report from '../locales/en/messagingReport.json';

export const area = defineArea({
  pages: {
    history: () => import(/* webpackChunkName: "page-history" */ './features/history/history-page.tsx'),
    report: () => import(/* webpackChunkName: "page-report" */ './features/report/report-page.tsx'),
    prices: () => import(/* webpackChunkName: "page-prices" */ './features/prices/prices-page.tsx'),
  },
  plates: {
    messages: () => import(/* webpackChunkName: "plates" */ './features/history/messages-plate.tsx'),
  },
});

declare module 'i18next' {
  interface CustomTypeOptions {
    defaultNS: 'common';
    resources: SharedResources & {
      messagingHistory: typeof history;
      messagingReport: typeof report;
      messagingPrices: typeof prices;
    };
  }
}
