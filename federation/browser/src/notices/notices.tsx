import {
  discardUnsavedChanges,
  hasUnsavedChanges,
  type LeaveTexts,
  useLeaveQuestion,
} from '@portal/shared/area';
import { useTranslation } from '@portal/shared/i18n';
import { Button, ConfirmDialog, NotificationBox } from '@portal/shared/ui';
import { lazy, Suspense, useEffect, useState } from 'react';
import { importChunk } from '../loading/time-limits.ts';
import classes from './notices.module.css';
import { useUpdate } from './use-update.ts';

const PageBanners = lazy(async () => {
  const load = () => import(/* webpackChunkName: "page-banners" */ './page-banners.tsx');
  return { default: (await importChunk(load)).PageBanners };
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

/**
 * Offers to reload a page that was opened before the latest release went live. A page that runs a withdrawn version is
 * reloaded without asking, because that version may be harmful.
 */
export function UpdateOffer({ reload = () => location.reload() }: UpdateOfferProps) {
  const { isAvailable, isLeaving, dismiss } = useUpdate();
  // Replaces the document, which React does not control.
  useEffect(() => {
    if (!isLeaving) return;
    discardUnsavedChanges();
    reload();
  }, [isLeaving, reload]);
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

/** Asks before a navigation loses unsaved changes. The layout of the account renders it once. */
export function LeaveQuestion() {
  const { isAsked, texts, stay, leave } = useLeaveQuestion();
  return <LeaveDialog isOpen={isAsked} texts={texts} onLeave={leave} onStay={stay} />;
}

interface LeaveDialogProps {
  isOpen: boolean;
  texts?: LeaveTexts | undefined;
  onLeave: () => void;
  onStay: () => void;
}

/** Asks before unsaved changes are lost. */
export function LeaveDialog({ isOpen, texts, onLeave, onStay }: LeaveDialogProps) {
  const { t } = useTranslation('common');
  return (
    <ConfirmDialog
      isOpen={isOpen}
      title={texts?.title ?? t('leave.title')}
      confirmText={t('leave.leave')}
      cancelText={t('leave.stay')}
      tone="danger"
      onConfirm={onLeave}
      onCancel={onStay}
    >
      {texts?.text ?? t('leave.text')}
    </ConfirmDialog>
  );
}
