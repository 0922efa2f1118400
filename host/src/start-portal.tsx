import { configureApi } from '@portal/shared/api';
import { configurePortal, offerActions, PortalContext } from '@portal/shared/area';
import { startI18n } from '@portal/shared/i18n';
import { RouterProvider } from '@portal/shared/router';
import { configureSession } from '@portal/shared/session';
import { ToastRegion } from '@portal/shared/ui/core';
import { Suspense } from 'react';
import type { Root } from 'react-dom/client';
import { choosePageReleases, pageComposition } from './composition/page-releases.ts';
import { verifiedComposition } from './composition/verified-composition.ts';
import { earlyResponse, earlyText } from './document/early-response.ts';
import { localeUrl, otherLocaleUrl } from './document/locale-url.ts';
import { config, inlinedComposition, visit } from './document/portal-document.ts';
import { enforceIntegrity } from './federation/integrity.ts';
import { StartScreen } from './layout/start-screen.tsx';
import { createPortalRouter } from './navigation/portal-router.tsx';
import { PageNotices } from './notices/page-notices.tsx';
import { applyOverrides } from './overrides/page-overrides.ts';

/** Starts session, language and router, and draws the portal. */
export async function startPortal(root: Root): Promise<void> {
  const publicKey = config.signature_public_key;
  choosePageReleases(await verifiedComposition({ inlined: inlinedComposition(), publicKey }), visit);
  enforceIntegrity();
  await applyOverrides();
  configureApi({ baseUrl: config.bff_base_address, early: earlyResponse });
  configurePortal(config);
  configureSession({ logoutAddress: config.logout_address });
  await startI18n({ defaultLanguage: config.default_language, localeUrl, otherLocaleUrl, early: earlyText });
  const { releases, leftOut } = pageComposition();
  const areas = [...releases.map(({ area }) => area), ...leftOut];
  offerActions(areas);
  const router = createPortalRouter(areas);
  root.render(
    <PortalContext>
      <Suspense fallback={<StartScreen />}>
        <RouterProvider router={router} />
      </Suspense>
      <PageNotices />
      <ToastRegion />
    </PortalContext>,
  );
}
