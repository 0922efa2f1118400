import { configureApi, QueryProvider } from '@portal/shared/api';
import { startI18n } from '@portal/shared/i18n';
import { RouterProvider } from '@portal/shared/router';
import { configureSession } from '@portal/shared/session';
import { LinkProvider, preloadWidgets, ToastRegion } from '@portal/shared/ui';
import type { Root } from 'react-dom/client';
import { earlyResponse } from './document/early-response.ts';
import { composition, config } from './document/portal-document.ts';
import { localeUrl } from './document/locale-url.ts';
import { DescribedErrors } from './navigation/described-errors.tsx';
import { RouterLink } from './navigation/router-link.tsx';
import { createPortalRouter } from './navigation/portal-router.tsx';

/** Starts session, language and router, and draws the portal. */
export async function startPortal(root: Root): Promise<void> {
  configureApi({ baseUrl: config.bff_base_address, early: earlyResponse });
  configureSession({ logoutAddress: config.logout_address });
  await startI18n({ defaultLanguage: config.default_language, localeUrl });
  const router = createPortalRouter(composition.areas.map(({ area }) => area));
  root.render(
    <QueryProvider>
      <LinkProvider component={RouterLink}>
        <DescribedErrors>
          <RouterProvider router={router} />
          <ToastRegion />
        </DescribedErrors>
      </LinkProvider>
    </QueryProvider>,
  );
  // Menus and pickers are not part of the first view; fetch them once the page stands.
  setTimeout(preloadWidgets, 2_000);
}
