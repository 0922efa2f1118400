import { type ComponentType, lazy, Suspense, useEffect, useState } from 'react';
import { pageComposition } from '../composition/page-releases.ts';
import { typedFieldsMember } from '../federation-settings.ts';
import { importChunk } from '../loading/time-limits.ts';
import { AreaBoundary } from '../slots/area-slot.tsx';
import { startedWithOverrides } from '../start-federation.ts';

const Notices = lazy(async () => {
  const load = () => import(/* webpackChunkName: "frame" */ './notices.tsx');
  return { default: (await importChunk(load)).Notices };
});

async function importWatch(): Promise<ComponentType> {
  const load = () => import(/* webpackChunkName: "withdrawal-watch" */ './withdrawal-watch.tsx');
  return (await importChunk(load)).WithdrawalWatch;
}

interface PageNoticesProps {
  /** Offers a reload when a newer version is deployed: for pages with a session. */
  offersUpdates: boolean;
  /** Milliseconds after which a page without a session loads the code of the watch: its start must not wait for it. */
  watchDelay?: number;
  /** Replaced in tests. */
  loadWatch?: () => Promise<ComponentType>;
}

/** Notices about the page as a whole. Their code is loaded only when there may be one: most login pages have none. */
export function PageNotices({
  offersUpdates,
  watchDelay = 10_000,
  loadWatch = importWatch,
}: PageNoticesProps) {
  const hasBanners = pageComposition().excluded.length > 0 || startedWithOverrides();
  const Watch = useWithdrawalWatch(watchDelay, loadWatch);
  // Synchronizes with the history entry that a reload has preserved.
  useEffect(() => {
    if (history.state?.[typedFieldsMember] !== undefined) void fillAgain();
  }, []);
  return (
    <AreaBoundary onFailure={(error) => reportError(error)} fallback={() => null}>
      <Suspense>
        {(hasBanners || offersUpdates) && <Notices hasBanners={hasBanners} offersUpdates={offersUpdates} />}
      </Suspense>
      {Watch !== null && !offersUpdates && <Watch />}
    </AreaBoundary>
  );
}

/** The watch, once its code has arrived. A lost connection is no fault of the page: it loads the code again later. */
function useWithdrawalWatch(delay: number, load: () => Promise<ComponentType>): ComponentType | null {
  const [Watch, setWatch] = useState<ComponentType | null>(null);
  // Synchronizes with the clock and the network.
  useEffect(() => {
    let isLeft = false;
    let timer = setTimeout(tryToLoad, delay);
    async function tryToLoad(): Promise<void> {
      const loaded = await load().catch(() => null);
      if (isLeft) return;
      if (loaded === null) timer = setTimeout(tryToLoad, delay);
      else setWatch(() => loaded);
    }
    return () => {
      isLeft = true;
      clearTimeout(timer);
    };
  }, [delay, load]);
  return Watch;
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
