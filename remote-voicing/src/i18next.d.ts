import type { SharedResources } from '@portal/shared/i18n';
import type cdrs from '../locales/en/voicingCdrs.json';
import type phoneNumbers from '../locales/en/voicingPhoneNumbers.json';
import type stats from '../locales/en/voicingStats.json';

declare module 'i18next' {
  interface CustomTypeOptions {
    defaultNS: 'common';
    resources: SharedResources & {
      voicingCdrs: typeof cdrs;
      voicingStats: typeof stats;
      voicingPhoneNumbers: typeof phoneNumbers;
    };
  }
}
