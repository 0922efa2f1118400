import { chunkLimit, withinLimit } from '@portal/federation-browser/loading/time-limits.ts';
import { lazy } from 'react';

// One chunk: what only the pages of the account show, and no authorization screen needs.
const loadLayout = () =>
  withinLimit(import(/* webpackChunkName: "frame" */ '../layout/portal-layout.tsx'), chunkLimit);
const loadWelcome = () =>
  withinLimit(import(/* webpackChunkName: "frame" */ '../welcome/welcome-page.tsx'), chunkLimit);
const loadNotFound = () =>
  withinLimit(import(/* webpackChunkName: "frame" */ '../not-found/not-found-page.tsx'), chunkLimit);
const loadAbout = () =>
  withinLimit(
    import(/* webpackChunkName: "about" */ '@portal/federation-browser/about/about-page.tsx'),
    chunkLimit,
  );

/** Fetches the frame's code while the session is being verified. */
export function preloadFrame(): void {
  void loadLayout().catch(() => undefined);
}

export const PortalLayout = lazy(async () => ({ default: (await loadLayout()).PortalLayout }));
export const WelcomePage = lazy(async () => ({ default: (await loadWelcome()).WelcomePage }));
export const AboutPage = lazy(async () => ({ default: (await loadAbout()).AboutPage }));
export const NotFoundPage = lazy(async () => ({ default: (await loadNotFound()).NotFoundPage }));
