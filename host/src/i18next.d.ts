import type { FederationResources } from '@portal/federation-browser/federation-resources.ts';
import type { SharedResources } from '@portal/shared/i18n';
import type welcome from '../locales/en/welcome.json';

declare module 'i18next' {
  interface CustomTypeOptions {
    defaultNS: 'common';
    resources: SharedResources &
      FederationResources & {
        welcome: typeof welcome;
      };
  }
}
