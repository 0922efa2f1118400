import { lazy, Suspense, useEffect, useState } from 'react';
import { pageComposition } from '../composition/page-releases.ts';
import { typedFieldsMember } from '../federation-settings.ts';
import { importChunk } from '../loading/time-limits.ts';
import { AreaBoundary } from '../slots/area-slot.tsx';
import { startedWithOverrides } from '../start-federation.ts';

const Notices = lazy(async () => {
  const load = () => import(/* webpackChunkName: "frame" */ './notices.tsx');
  return { default: (await importChunk(load)).Notices };
});

const WithdrawalWatch = lazy(async () => {
  const load = () => import(/* webpackChunkName: "withdrawal-watch" */ './withdrawal-watch.tsx');
  return { default: (await importChunk(load)).WithdrawalWatch };
});

interface PageNoticesProps {
  /** Offers a reload when a newer version is deployed: for pages with a session. */
  offersUpdates: boolean;
  /** Milliseconds after which a page without a session loads the code of the watch: its start must not wait for it. */
  watchDelay?: number;
}

/** Notices about the page as a whole. Their code is loaded only when there may be one: most login pages have none. */
export function PageNotices({ offersUpdates, watchDelay = 10_000 }: PageNoticesProps) {
  const hasBanners = pageComposition().excluded.length > 0 || startedWithOverrides();
  const [isOpenLong, setOpenLong] = useState(false);
  // Synchronizes with the clock, and with the history entry that a reload has preserved.
  useEffect(() => {
    if (history.state?.[typedFieldsMember] !== undefined) void fillAgain();
    const timer = setTimeout(() => setOpenLong(true), watchDelay);
    return () => clearTimeout(timer);
  }, [watchDelay]);
  const isWatching = isOpenLong && !offersUpdates;
  return (
    <AreaBoundary onFailure={(error) => reportError(error)} fallback={() => null}>
      <Suspense>
        {(hasBanners || offersUpdates) && <Notices hasBanners={hasBanners} offersUpdates={offersUpdates} />}
      </Suspense>
      <Suspense>{isWatching && <WithdrawalWatch />}</Suspense>
    </AreaBoundary>
  );
}

async function fillAgain(): Promise<void> {
  try {
    const load = () => import(/* webpackChunkName: "withdrawal-watch" */ './typed-fields.ts');
    const { restoreTypedFields } = await importChunk(load);
    restoreTypedFields();
  } catch (error) {
    reportError(error);
  }
}
