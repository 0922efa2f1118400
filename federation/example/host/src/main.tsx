import { isOfArea, localeUrl } from '@portal/federation-browser/loading/area-load.ts';
import { nextAddress } from '@portal/federation-browser/loading/released-address.ts';
import { isReleasedText } from '@portal/federation-browser/loading/released-texts.ts';
import { AreaPage } from '@portal/federation-browser/slots/area-page.tsx';
import { areaTitle } from '@portal/federation-browser/slots/area-titles.ts';
import { startFederation } from '@portal/federation-browser/start-federation.ts';
import { type Area, pagePath } from '@portal/federation-contract/area';
import { PortalContext } from '@portal/shared/area';
import { startI18n } from '@portal/shared/i18n';
import { createBrowserRouter, Link, Outlet, RouterProvider } from '@portal/shared/router';
import { Suspense } from 'react';
import { createRoot } from 'react-dom/client';

function read(id: string) {
  return JSON.parse(document.getElementById(id)?.textContent ?? 'null');
}

async function start(root: HTMLElement): Promise<void> {
  const { brand, instance, environment, signature_public_key: publicKey } = read('portal-config');
  const areas = await startFederation({
    brand,
    instance,
    environment,
    publicKey,
    telemetryUrl: new URL('/portal/reports', location.origin).href,
    pageToken: '',
    visit: read('portal-visit'),
    inlinedComposition: read('portal-composition'),
    inlinedTextHashes: read('portal-texts'),
  });
  await startI18n({
    defaultLanguage: 'en',
    localeUrl,
    otherLocaleUrl: nextAddress,
    isReleasedText,
    isEssential: isOfArea,
  });
  const pages = areas.flatMap((area) =>
    area.pages.map((page) => ({ path: pagePath(area, page), element: <AreaPage area={area} page={page} /> })),
  );
  const router = createBrowserRouter([
    { element: <Frame areas={areas} />, children: [{ path: '/', element: null }, ...pages] },
  ]);
  createRoot(root).render(
    <PortalContext>
      <Suspense>
        <RouterProvider router={router} />
      </Suspense>
    </PortalContext>,
  );
}

function Frame({ areas }: { areas: readonly Area[] }) {
  return (
    <>
      <nav>
        {areas.map((area) => (
          <Link key={area.id} to={area.base_path}>
            {areaTitle(area, area.title, 'en')}
          </Link>
        ))}
      </nav>
      <main>
        <Outlet />
      </main>
    </>
  );
}

const root = document.getElementById('root');
if (root !== null) void start(root).catch(reportError);
