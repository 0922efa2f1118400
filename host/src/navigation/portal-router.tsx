import { importChunk } from '@portal/federation-browser/loading/time-limits.ts';
import { AreaPage } from '@portal/federation-browser/slots/area-page.tsx';
import { type Area, pagePath } from '@portal/federation-contract/area';
import { indexPage } from '@portal/federation-contract/release-lookup';
import { createBrowserRouter, Navigate, type RouteObject, useLocation } from '@portal/shared/router';
import { lazy } from 'react';
import { AnonymousBar, AnonymousLayout } from '../layout/anonymous-layout.tsx';
import { StartScreen } from '../layout/brand.tsx';
import { clearStateGuard, entryPath, sessionGuard } from './guard.ts';
import { NavigationFailure } from './navigation-failure.tsx';

// The chunk `frame` holds what only the pages of the account show: no authorization screen loads it.
const loadLayout = () =>
  importChunk(() => import(/* webpackChunkName: "frame" */ '../layout/portal-layout.tsx'));
const loadWelcome = () =>
  importChunk(() => import(/* webpackChunkName: "frame" */ '../welcome/welcome-page.tsx'));
const loadNotFound = () => importChunk(() => import(/* webpackChunkName: "frame" */ './not-found-page.tsx'));
const loadAbout = () =>
  importChunk(
    () => import(/* webpackChunkName: "about" */ '@portal/federation-browser/about/about-page.tsx'),
  );

const loadDevelopers = () =>
  importChunk(() => import(/* webpackChunkName: "developers" */ '../developers/developers-page.tsx'));

const PortalLayout = lazy(async () => ({ default: (await loadLayout()).PortalLayout }));
const WelcomePage = lazy(async () => ({ default: (await loadWelcome()).WelcomePage }));
const AboutPage = lazy(async () => ({ default: (await loadAbout()).AboutPage }));
const DevelopersPage = lazy(async () => ({ default: (await loadDevelopers()).DevelopersPage }));
const NotFoundPage = lazy(async () => ({ default: (await loadNotFound()).NotFoundPage }));

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
    // These two pages need no session, and leave one unchanged.
    {
      id: 'about',
      path: '/about',
      element: <AboutPage bar={<AnonymousBar />} homePath="/welcome" />,
      errorElement: <NavigationFailure />,
    },
    {
      id: 'developers',
      path: '/developers',
      element: <DevelopersPage bar={<AnonymousBar />} />,
      errorElement: <NavigationFailure />,
    },
    {
      id: 'portal',
      element: <PortalLayout areas={guarded} />,
      hydrateFallbackElement: <StartScreen />,
      errorElement: <NavigationFailure />,
      middleware: [preloadFrame, sessionGuard],
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

/** Fetches the frame's code while the session is being verified. */
function preloadFrame(): void {
  void loadLayout().catch(() => undefined);
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
