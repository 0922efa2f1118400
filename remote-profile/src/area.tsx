import { defineArea } from '@portal/shared/area';
import type { SharedResources } from '@portal/shared/i18n';
import type profile from '../locales/en/profile.json';
import type profileEmailSidebar from '../locales/en/profileEmailSidebar.json';
import type profilePasswordSidebar from '../locales/en/profilePasswordSidebar.json';
import type profileQuickStart from '../locales/en/profileQuickStart.json';
import type profileSecuritySidebar from '../locales/en/profileSecuritySidebar.json';
import type profileSidebar from '../locales/en/profileSidebar.json';
import type profileSupportSidebar from '../locales/en/profileSupportSidebar.json';
import type profileWebhookSidebar from '../locales/en/profileWebhookSidebar.json';

export const area = defineArea({
  pages: {
    main: () => import(/* webpackChunkName: "page-main" */ './features/profile/profile-page.tsx'),
  },
  sidebars: {
    email: () => import(/* webpackChunkName: "sidebar-email" */ './features/login-details/email-sidebar.tsx'),
    password: () =>
      import(/* webpackChunkName: "sidebar-password" */ './features/login-details/password-sidebar.tsx'),
    security: () =>
      import(/* webpackChunkName: "sidebar-security" */ './features/security/security-sidebar.tsx'),
    webhook: () =>
      import(/* webpackChunkName: "sidebar-webhook" */ './features/profile/webhooks/webhook-sidebar.tsx'),
    support: () => import(/* webpackChunkName: "sidebar-support" */ './features/support/support-sidebar.tsx'),
    'quick-start': () =>
      import(/* webpackChunkName: "sidebar-quick-start" */ './features/quick-start/quick-start-sidebar.tsx'),
    exports: () => import(/* webpackChunkName: "sidebar-exports" */ './features/exports/exports-sidebar.tsx'),
  },
});

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
      profileWebhookSidebar: typeof profileWebhookSidebar;
    };
  }
}
