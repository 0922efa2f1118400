import { defineArea } from '@portal/shared/area';

export const area = defineArea({
  pages: {
    history: () => import(/* webpackChunkName: "page-history" */ './features/history/history-page.tsx'),
    report: () => import(/* webpackChunkName: "page-report" */ './features/report/report-page.tsx'),
  },
  plates: {
    messages: () => import(/* webpackChunkName: "plate-messages" */ './features/history/messages-plate.tsx'),
  },
});
