import { useSession } from '@portal/shared/session';
import { lazy, Suspense } from 'react';
import { AreaBoundary } from '../areas/area-boundary.tsx';
import { pageComposition } from '../composition/page-releases.ts';
import { beganWithOverrides } from '../overrides/page-overrides.ts';
import classes from './page-notices.module.css';

const PageBanners = lazy(async () => {
  const module = await import(/* webpackChunkName: "page-banners" */ './page-banners.tsx');
  return { default: module.PageBanners };
});
const UpdateOffer = lazy(async () => {
  const module = await import(/* webpackChunkName: "frame" */ '../update/update-offer.tsx');
  return { default: module.UpdateOffer };
});

/** What there is to say of this page as a whole. Its code comes when there is: an ordinary log-in page needs none. */
export function PageNotices() {
  const isVerified = useSession(({ status }) => status === 'verified');
  const isOrdinary = pageComposition().leftOut.length === 0 && !beganWithOverrides();
  return (
    <AreaBoundary onFailure={reportError} fallback={null}>
      <div className={classes['notices']}>
        <Suspense>{!isOrdinary && <PageBanners />}</Suspense>
        <Suspense>{isVerified && <UpdateOffer />}</Suspense>
      </div>
    </AreaBoundary>
  );
}
