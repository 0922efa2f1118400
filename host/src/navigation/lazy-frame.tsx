import { lazy } from 'react';

// One chunk: what only the pages of the account show, and no authorization screen needs.
const loadLayout = () => import(/* webpackChunkName: "frame" */ '../layout/portal-layout.tsx');
const loadWelcome = () => import(/* webpackChunkName: "frame" */ '../welcome/welcome-page.tsx');
const loadNotFound = () => import(/* webpackChunkName: "frame" */ '../not-found/not-found-page.tsx');

/** Fetches the frame's code while the session is being verified. */
export function preloadFrame(): void {
  void loadLayout().catch(() => undefined);
}

export const PortalLayout = lazy(async () => ({ default: (await loadLayout()).PortalLayout }));
export const WelcomePage = lazy(async () => ({ default: (await loadWelcome()).WelcomePage }));
export const NotFoundPage = lazy(async () => ({ default: (await loadNotFound()).NotFoundPage }));
