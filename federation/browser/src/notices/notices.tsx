import { discardUnsavedChanges, hasUnsavedChanges } from '@portal/shared/area';
import { useTranslation } from '@portal/shared/i18n';
import { Button, NotificationBox } from '@portal/shared/ui';
import { lazy, Suspense, useState } from 'react';
import { LeaveDialog } from './leave-dialog.tsx';
import classes from './notices.module.css';
import { useUpdate } from './use-update.ts';

const PageBanners = lazy(async () => {
  const module = await import(/* webpackChunkName: "page-banners" */ './page-banners.tsx');
  return { default: module.PageBanners };
});

interface NoticesProps {
  /** Safe mode excludes areas from the page, or overrides replace some. */
  hasBanners: boolean;
  offersUpdates: boolean;
}

/** Notices at the window's lower edge. */
export function Notices({ hasBanners, offersUpdates }: NoticesProps) {
  return (
    <div className={classes['notices']}>
      <Suspense>{hasBanners && <PageBanners />}</Suspense>
      {offersUpdates && <UpdateOffer />}
    </div>
  );
}

interface UpdateOfferProps {
  /** Replaced in tests. */
  reload?: (() => void) | undefined;
}

/** Offers to reload a page that was opened before the latest release went live. */
export function UpdateOffer({ reload }: UpdateOfferProps) {
  const { isAvailable, dismiss } = useUpdate();
  // The live region is rendered before its content: assistive technology announces only changes inside it.
  return (
    <div aria-live="polite">
      <Suspense>{isAvailable && <Offer reload={reload} onDismiss={dismiss} />}</Suspense>
    </div>
  );
}

interface OfferProps extends UpdateOfferProps {
  onDismiss: () => void;
}

function Offer({ reload = () => location.reload(), onDismiss }: OfferProps) {
  const { t } = useTranslation('pageNotices');
  const [isAsked, setAsked] = useState(false);

  function leave(): void {
    discardUnsavedChanges();
    reload();
  }

  return (
    <>
      <NotificationBox
        onDismiss={onDismiss}
        actions={
          <Button
            theme="outline"
            size="small"
            icon="refresh"
            onClick={() => (hasUnsavedChanges() ? setAsked(true) : leave())}
          >
            {t('update.reload')}
          </Button>
        }
      >
        {t('update.text')}
      </NotificationBox>
      <LeaveDialog isOpen={isAsked} onLeave={leave} onStay={() => setAsked(false)} />
    </>
  );
}
