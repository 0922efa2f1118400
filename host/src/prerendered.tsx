import { definePrerendered } from '@portal/shared/prerender';
import { useSession } from '@portal/shared/session';
import { AnonymousLayout } from './layout/anonymous-layout.tsx';
import { PortalLayout } from './layout/portal-layout.tsx';
import { StartFailure } from './navigation/navigation-failure.tsx';
import { IconSlots, NavigationSlots } from './outline/navigation-slots.tsx';
import { PageOutline, WelcomeOutline } from './outline/page-outlines.tsx';
import { slots } from './outline/slots.ts';

// Nothing of an account is requested: what depends on it keeps its place empty.
useSession.setState({ status: 'anonymous' });

/**
 * The frames of the authorization screens and of the account's pages, into which the server inserts the screen; the outlines of the
 * account's pages with the icons of its navigation; and the message for a portal whose code cannot be loaded.
 */
export const prerender = definePrerendered({
  frame: { path: '/', element: <AnonymousLayout />, outlet: '{{screen}}' },
  failure: { path: '/', element: <StartFailure /> },
  account: {
    path: '/',
    element: <PortalLayout areas={[]} navigation={<NavigationSlots />} />,
    outlet: '{{screen}}',
  },
  welcome: { path: '/', element: <WelcomeOutline /> },
  page: { path: '/', element: <PageOutline />, isTextless: true },
  'described-page': {
    path: '/',
    element: <PageOutline description={slots.description} />,
    isTextless: true,
  },
  icons: { path: '/', element: <IconSlots />, isTextless: true },
});
