import type { SharedResources } from '@portal/shared/i18n';
import type { FederationResources } from './start-federation.ts';

declare module 'i18next' {
  interface CustomTypeOptions {
    defaultNS: 'common';
    resources: SharedResources & FederationResources;
  }
}
