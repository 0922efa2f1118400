import { defineArea } from '@portal/shared/area';

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
    support: () => import(/* webpackChunkName: "sidebar-support" */ './features/support/support-sidebar.tsx'),
    'quick-start': () =>
      import(/* webpackChunkName: "sidebar-quick-start" */ './features/quick-start/quick-start-sidebar.tsx'),
  },
});
