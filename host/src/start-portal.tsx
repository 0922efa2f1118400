import { isOfArea, localeUrl } from '@portal/federation-browser/loading/area-load.ts';
import { nextTask } from '@portal/federation-browser/loading/next-task.ts';
import { nextAddress } from '@portal/federation-browser/loading/released-address.ts';
import { isReleasedText } from '@portal/federation-browser/loading/released-texts.ts';
import { PageNotices } from '@portal/federation-browser/notices/page-notices.tsx';
import { type FederationResources, startFederation } from '@portal/federation-browser/start-federation.ts';
import { configureApi } from '@portal/shared/api';
import { configurePortal, hasUnsavedChanges, offerActions, PortalContext } from '@portal/shared/area';
import { type SharedResources, startI18n } from '@portal/shared/i18n';
import { RouterProvider } from '@portal/shared/router';
import { configureSession, useSession } from '@portal/shared/session';
import { ToastRegion } from '@portal/shared/ui/core';
import { Suspense, startTransition } from 'react';
import { createRoot } from 'react-dom/client';
import type developers from '../locales/en/developers.json';
import type welcome from '../locales/en/welcome.json';
import { pageToken } from './document/page-token.ts';
import { config, inlinedComposition, inlinedTextHashes, visit } from './document/portal-document.ts';
import { dropEarlyResponses, earlyResponse, earlyText } from './document/portal-start.ts';
import { StartScreen } from './layout/brand.tsx';
import { createPortalRouter } from './navigation/portal-router.tsx';

/** The texts that the host's own pages consist of. */
const pageNamespaces: ReadonlySet<string> = new Set(['welcome', 'about', 'developers']);

/** Starts delivery, session, language and router, and renders the portal. */
export async function startPortal(root: HTMLElement): Promise<void> {
  const { brand, instance, environment, signature_public_key: publicKey } = config;
  const api = new URL(config.bff_base_address, location.origin);
  const areas = await startFederation({
    brand,
    instance,
    environment,
    publicKey,
    alternateFiles: config.alternate_files,
    telemetryUrl: new URL('portal/reports', api).href,
    pageToken: pageToken(),
    visit,
    inlinedComposition: inlinedComposition(),
    inlinedTextHashes: inlinedTextHashes(),
  });
  configureApi({ baseUrl: config.bff_base_address, early: earlyResponse, dropEarly: dropEarlyResponses });
  configurePortal(config);
  configureSession({ logoutAddress: config.logout_address, hasUnsavedChanges });
  await startI18n({
    defaultLanguage: config.default_language,
    localeUrl,
    otherLocaleUrl: nextAddress,
    early: earlyText,
    isReleasedText,
    isEssential: (namespace) => isOfArea(namespace) || pageNamespaces.has(namespace),
  });
  offerActions(areas);
  if (globalThis.portalStart) globalThis.portalStart.hasUnsavedChanges = hasUnsavedChanges;
  await nextTask();
  const router = createPortalRouter(areas);
  await nextTask();
  const render = () =>
    createRoot(root).render(
      <PortalContext>
        <Suspense fallback={<StartScreen />}>
          <RouterProvider router={router} />
        </Suspense>
        <Notices />
        <ToastRegion />
      </PortalContext>,
    );
  // A screen that needs no session is complete now, and rendered in slices. In an account the start screen comes first.
  if (router.state.initialized) startTransition(render);
  else render();
}

function Notices() {
  const isVerified = useSession(({ status }) => status === 'verified');
  return <PageNotices offersUpdates={isVerified} />;
}

declare module 'i18next' {
  interface CustomTypeOptions {
    defaultNS: 'common';
    resources: SharedResources &
      FederationResources & { welcome: typeof welcome; developers: typeof developers };
  }
}
