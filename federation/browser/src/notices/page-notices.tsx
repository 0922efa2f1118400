import { lazy, Suspense } from 'react';
import { pageComposition } from '../composition/page-releases.ts';
import { AreaBoundary } from '../slots/area-slot.tsx';
import { startedWithOverrides } from '../start-federation.ts';

const Notices = lazy(async () => {
  const { Notices } = await import(/* webpackChunkName: "frame" */ './notices.tsx');
  return { default: Notices };
});

interface PageNoticesProps {
  /** Offers a reload when a newer version is deployed: for pages with a session. */
  offersUpdates: boolean;
}

/** Notices about the page as a whole. Their code is loaded only when there may be one: most login pages have none. */
export function PageNotices({ offersUpdates }: PageNoticesProps) {
  const hasBanners = pageComposition().excluded.length > 0 || startedWithOverrides();
  if (!hasBanners && !offersUpdates) return null;
  return (
    <AreaBoundary onFailure={(error) => reportError(error)} fallback={null}>
      <Suspense>
        <Notices hasBanners={hasBanners} offersUpdates={offersUpdates} />
      </Suspense>
    </AreaBoundary>
  );
}
