import { useSession } from '@portal/shared/session';
import { lazy, Suspense } from 'react';
import { AreaBoundary } from '../areas/area-boundary.tsx';
import { pageComposition } from '../composition/page-releases.ts';
import { beganWithOverrides } from '../overrides/page-overrides.ts';

const Notices = lazy(async () => {
  const { Notices } = await import(/* webpackChunkName: "frame" */ './notices.tsx');
  return { default: Notices };
});

/** What there is to say of this page as a whole. Its code comes when there may be: an ordinary log-in page needs none. */
export function PageNotices() {
  const isVerified = useSession(({ status }) => status === 'verified');
  const isOrdinary = pageComposition().leftOut.length === 0 && !beganWithOverrides();
  if (isOrdinary && !isVerified) return null;
  return (
    <AreaBoundary onFailure={(error) => reportError(error)} fallback={null}>
      <Suspense>
        <Notices isOrdinary={isOrdinary} isVerified={isVerified} />
      </Suspense>
    </AreaBoundary>
  );
}
