import type { SharedResources } from '@portal/shared/i18n';
import type profile from '../locales/en/profile.json';
import type profileEmailSidebar from '../locales/en/profileEmailSidebar.json';
import type profilePasswordSidebar from '../locales/en/profilePasswordSidebar.json';
import type profileQuickStart from '../locales/en/profileQuickStart.json';
import type profileSecuritySidebar from '../locales/en/profileSecuritySidebar.json';
import type profileSidebar from '../locales/en/profileSidebar.json';
import type profileSupportSidebar from '../locales/en/profileSupportSidebar.json';

declare module 'i18next' {
  interface CustomTypeOptions {
    defaultNS: 'common';
    resources: SharedResources & {
      profile: typeof profile;
      profileEmailSidebar: typeof profileEmailSidebar;
      profilePasswordSidebar: typeof profilePasswordSidebar;
      profileQuickStart: typeof profileQuickStart;
      profileSecuritySidebar: typeof profileSecuritySidebar;
      profileSidebar: typeof profileSidebar;
      profileSupportSidebar: typeof profileSupportSidebar;
    };
  }
}
