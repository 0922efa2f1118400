import { defineArea } from '@portal/shared/area';

export const area = defineArea({
  pages: { main: () => import(/* webpackChunkName: "page-main" */ './main-page.tsx') },
});
