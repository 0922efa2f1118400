import { defineArea } from '@portal/shared/area';

/** The code face of the profile: its page and its sidebars. */
export const area = defineArea({
  pages: {
    main: () => import(/* webpackChunkName: "page-main" */ './features/profile/profile-page.tsx'),
  },
  sidebars: {
    email: () => import(/* webpackChunkName: "sidebar-email" */ './features/email/email-sidebar.tsx'),
    password: () =>
      import(/* webpackChunkName: "sidebar-password" */ './features/password/password-sidebar.tsx'),
    security: () =>
      import(/* webpackChunkName: "sidebar-security" */ './features/security/security-sidebar.tsx'),
    support: () => import(/* webpackChunkName: "sidebar-support" */ './features/support/support-sidebar.tsx'),
    'quick-start': () =>
      import(/* webpackChunkName: "sidebar-quick-start" */ './features/quick-start/quick-start-sidebar.tsx'),
  },
});
