import { defineArea } from '@portal/shared/area';
import type { SharedResources } from '@portal/shared/i18n';
import type cdrs from '../locales/en/voicingCdrs.json';
import type phoneNumbers from '../locales/en/voicingPhoneNumbers.json';
import type prices from '../locales/en/voicingPrices.json';
import type stats from '../locales/en/voicingStats.json';

export const area = defineArea({
  pages: {
    cdr: () => import(/* webpackChunkName: "page-cdr" */ './features/cdr/cdr-page.tsx'),
    report: () => import(/* webpackChunkName: "page-report" */ './features/report/report-page.tsx'),
    'rented-numbers': () =>
      import(
        /* webpackChunkName: "page-rented-numbers" */ './features/rented-numbers/rented-numbers-page.tsx'
      ),
    prices: () => import(/* webpackChunkName: "page-prices" */ './features/prices/prices-page.tsx'),
  },
  plates: {
    calls: () => import(/* webpackChunkName: "plates" */ './features/cdr/calls-plate.tsx'),
    numbers: () => import(/* webpackChunkName: "plates" */ './features/rented-numbers/numbers-plate.tsx'),
  },
});

declare module 'i18next' {
  interface CustomTypeOptions {
    defaultNS: 'common';
    resources: SharedResources & {
      voicingCdrs: typeof cdrs;
      voicingStats: typeof stats;
      voicingPhoneNumbers: typeof phoneNumbers;
      voicingPrices: typeof prices;
    };
  }
}
