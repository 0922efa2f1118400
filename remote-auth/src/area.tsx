import { defineArea } from '@portal/shared/area';

export const area = defineArea({
  pages: {
    login: () => import(/* webpackChunkName: "page-login" */ './features/login/login-page.tsx'),
    register: () => import(/* webpackChunkName: "page-register" */ './features/register/register-page.tsx'),
    restore: () => import(/* webpackChunkName: "page-restore" */ './features/restore/restore-page.tsx'),
    change: () => import(/* webpackChunkName: "page-change" */ './features/change/change-page.tsx'),
    dpu: () => import(/* webpackChunkName: "page-dpu" */ './features/dpu/dpu-page.tsx'),
  },
});
