import { defineArea } from '@portal/shared/area';
import type { SharedResources } from '@portal/shared/i18n';
import type change from '../locales/en/authorizationChangePassword.json';
import type dpu from '../locales/en/authorizationDpu.json';
import type login from '../locales/en/authorizationLogin.json';
import type register from '../locales/en/authorizationRegister.json';
import type restore from '../locales/en/authorizationRestorePassword.json';

export const area = defineArea({
  pages: {
    login: () => import(/* webpackChunkName: "page-login" */ './features/login/login-page.tsx'),
    register: () => import(/* webpackChunkName: "page-register" */ './features/register/register-page.tsx'),
    restore: () => import(/* webpackChunkName: "page-restore" */ './features/restore/restore-page.tsx'),
    change: () => import(/* webpackChunkName: "page-change" */ './features/change/change-page.tsx'),
    dpu: () => import(/* webpackChunkName: "page-dpu" */ './features/dpu/dpu-page.tsx'),
  },
});

declare module 'i18next' {
  interface CustomTypeOptions {
    defaultNS: 'common';
    resources: SharedResources & {
      authorizationLogin: typeof login;
      authorizationRegister: typeof register;
      authorizationRestorePassword: typeof restore;
      authorizationChangePassword: typeof change;
      authorizationDpu: typeof dpu;
    };
  }
}
