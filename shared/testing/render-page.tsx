import { afterEach } from '@jest/globals';
import type { Language } from '@portal/contract/language';
import { type RenderResult, render } from '@testing-library/react';
import { type UserEvent, userEvent } from '@testing-library/user-event';
import type { RequestHandler } from 'msw';
import { type ReactElement, Suspense } from 'react';
import { createMemoryRouter, type Location, Outlet, parsePath, RouterProvider } from 'react-router-dom';
import { queryClient } from '../api/query-cache.tsx';
import { offerActions } from '../area/actions.ts';
import { PortalContext } from '../area/portal-context.tsx';
import { setFormatTimeZone } from '../i18n/use-format.ts';
import { clearToasts, ToastRegion } from '../ui/feedback/toast.tsx';
import { accountHandlers } from './account-handlers.ts';
import { offeredActions } from './offered-actions.fixtures.ts';
import { server } from './server.ts';
import { showLanguage } from './test-language.ts';

// Toasts outlive what was rendered, as they do a navigation.
afterEach(clearToasts);

export interface RenderPageOptions {
  /** Route of the page: `/finances/payments`. */
  path?: string;
  /** Address at which it opens, when not the path itself: `/finances/payments?limit=10`. */
  url?: string;
  /** What the browser keeps with that address, as after a reload. */
  state?: unknown;
  /** What a form has saved in the entry of the browser's history, as after a reload: `history.state`. */
  savedEntry?: unknown;
  language?: Language;
  /** Answers beyond those for profile, services and balances, which are always there. */
  handlers?: RequestHandler[];
  /** Zone in which moments are shown. */
  timeZone?: string;
  /** The areas whose actions the page can use; by default the roles are offered as in the product. */
  actions?: Parameters<typeof offerActions>[0];
}

interface RenderedPage extends RenderResult {
  user: UserEvent;
  /** Where the portal is now; another page's content is not rendered. */
  location: () => Location;
  navigate: (to: string | number) => Promise<void>;
}

/** Shows a page, sidebar or plate at its address in a portal of its own: router, query cache, texts and network. */
export function renderPage(ui: ReactElement, options: RenderPageOptions = {}): RenderedPage {
  const {
    path = '/',
    url = path,
    state,
    savedEntry = null,
    language = 'en',
    handlers = [],
    timeZone = 'Europe/Tallinn',
    actions = offeredActions,
  } = options;
  history.replaceState(savedEntry, '');
  server.use(...handlers, ...accountHandlers());
  queryClient.clear();
  showLanguage(language);
  setFormatTimeZone(timeZone);
  offerActions(actions);
  const routes = [
    { path, element: ui },
    { path: '*', element: null },
  ];
  const entry = { ...parsePath(url), state };
  const router = createMemoryRouter([{ element: <Frame />, children: routes }], { initialEntries: [entry] });
  return {
    ...render(<RouterProvider router={router} />),
    user: userEvent.setup(),
    location: () => router.state.location,
    navigate: async (to) => {
      await (typeof to === 'number' ? router.navigate(to) : router.navigate(to));
    },
  };
}

function Frame() {
  return (
    <PortalContext>
      <Suspense fallback={null}>
        <Outlet />
      </Suspense>
      <ToastRegion />
    </PortalContext>
  );
}
