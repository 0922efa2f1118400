import type { SharedResources } from '@portal/shared/i18n';
import type change from '../locales/en/authorizationChangePassword.json';
import type dpu from '../locales/en/authorizationDpu.json';
import type login from '../locales/en/authorizationLogin.json';
import type register from '../locales/en/authorizationRegister.json';
import type restore from '../locales/en/authorizationRestorePassword.json';

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
