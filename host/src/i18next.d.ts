import type { SharedResources } from '@portal/shared/i18n';
import type about from '../locales/en/about.json';
import type pageNotices from '../locales/en/pageNotices.json';
import type welcome from '../locales/en/welcome.json';

declare module 'i18next' {
  interface CustomTypeOptions {
    defaultNS: 'common';
    resources: SharedResources & {
      about: typeof about;
      pageNotices: typeof pageNotices;
      welcome: typeof welcome;
    };
  }
}
