import { AreaPage } from '@portal/federation-browser/slots/area-page.tsx';
import { type Area, pagePath } from '@portal/federation-contract/area';
import { indexPage } from '@portal/federation-contract/release-lookup';
import { createBrowserRouter, Navigate, type RouteObject, useLocation } from '@portal/shared/router';
import { AnonymousBar, AnonymousLayout } from '../layout/anonymous-layout.tsx';
import { StartScreen } from '../layout/brand.tsx';
import { clearStateGuard, sessionGuard } from './guard.ts';
import { AboutPage, NotFoundPage, PortalLayout, WelcomePage } from './lazy-frame.tsx';
import { entryPath } from './login-path.ts';
import { NavigationFailure } from './navigation-failure.tsx';

/** The portal's router: the host's own pages, and every page of the areas' data. */
export function createPortalRouter(areas: readonly Area[]): ReturnType<typeof createBrowserRouter> {
  const anonymous = areas.filter((area) => area.access === 'anonymous');
  const guarded = areas.filter((area) => area.access === 'session');
  return createBrowserRouter([
    {
      id: 'authorization',
      element: <AnonymousLayout />,
      hydrateFallbackElement: <StartScreen />,
      errorElement: <NavigationFailure />,
      middleware: [clearStateGuard],
      loader: () => null,
      shouldRevalidate: () => true,
      // A redirect to the login page must end somewhere when no area offers one.
      children: [...anonymous.flatMap(areaRoutes), { path: entryPath, element: <NotFoundPage /> }],
    },
    // It needs no session, and leaves one unchanged.
    {
      id: 'about',
      path: '/about',
      element: <AboutPage bar={<AnonymousBar />} homePath="/welcome" />,
      errorElement: <NavigationFailure />,
    },
    {
      id: 'portal',
      element: <PortalLayout areas={guarded} />,
      hydrateFallbackElement: <StartScreen />,
      errorElement: <NavigationFailure />,
      middleware: [sessionGuard],
      loader: () => null,
      shouldRevalidate: () => true,
      children: [
        { id: 'welcome', path: '/welcome', element: <WelcomePage areas={guarded} /> },
        ...guarded.flatMap(areaRoutes),
        { id: 'not-found', path: '*', element: <NotFoundPage /> },
      ],
    },
  ]);
}

function areaRoutes(area: Area): RouteObject[] {
  const pages = area.pages.map((page) => ({
    id: `${area.id}.${page.id}`,
    path: pagePath(area, page),
    element: <AreaPage key={`${area.id}.${page.id}`} area={area} page={page} />,
  }));
  const index = indexPage(area);
  const redirects = area.pages.flatMap((page) =>
    page.aliases.map((alias) => ({
      path: alias,
      element: <RedirectKeepingQuery to={pagePath(area, page)} />,
    })),
  );
  if (index === undefined || pagePath(area, index) === area.base_path) return [...pages, ...redirects];
  const base = { path: area.base_path, element: <RedirectKeepingQuery to={pagePath(area, index)} /> };
  return [base, ...pages, ...redirects];
}

/** A redirect that preserves the query and the fragment: `/?language=de` leads to the login page in German. */
function RedirectKeepingQuery({ to }: { to: string }) {
  const { search, hash } = useLocation();
  return <Navigate to={{ pathname: to, search, hash }} replace />;
}
