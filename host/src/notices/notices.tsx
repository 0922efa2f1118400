import { lazy, Suspense } from 'react';
import { UpdateOffer } from '../update/update-offer.tsx';
import classes from './notices.module.css';

const PageBanners = lazy(async () => {
  const module = await import(/* webpackChunkName: "page-banners" */ './page-banners.tsx');
  return { default: module.PageBanners };
});

interface NoticesProps {
  /** Nothing is left out of the page and nothing overridden. */
  isOrdinary: boolean;
  /** Somebody is logged in. */
  isVerified: boolean;
}

/** Notices at the window's lower edge. */
export function Notices({ isOrdinary, isVerified }: NoticesProps) {
  return (
    <div className={classes['notices']}>
      <Suspense>{!isOrdinary && <PageBanners />}</Suspense>
      {isVerified && <UpdateOffer />}
    </div>
  );
}
