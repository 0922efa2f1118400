import { defineArea } from '@portal/shared/area';

export const area = defineArea({
  pages: {
    cdr: () => import(/* webpackChunkName: "page-cdr" */ './features/cdr/cdr-page.tsx'),
    report: () => import(/* webpackChunkName: "page-report" */ './features/report/report-page.tsx'),
    'rented-numbers': () =>
      import(
        /* webpackChunkName: "page-rented-numbers" */ './features/rented-numbers/rented-numbers-page.tsx'
      ),
  },
  plates: {
    calls: () => import(/* webpackChunkName: "plate-calls" */ './features/cdr/calls-plate.tsx'),
    numbers: () =>
      import(/* webpackChunkName: "plate-numbers" */ './features/rented-numbers/numbers-plate.tsx'),
  },
});
