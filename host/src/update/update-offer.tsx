import { discardUnsavedChanges, hasUnsavedChanges } from '@portal/shared/area';
import { useTranslation } from '@portal/shared/i18n';
import { Button, ConfirmDialog, NotificationBox } from '@portal/shared/ui';
import { Suspense, useState } from 'react';
import { useUpdate } from './use-update.ts';

interface UpdateOfferProps {
  /** Loads the page anew; replaceable for tests. */
  reload?: (() => void) | undefined;
}

/** Offers the new version to a page that was opened before it came; nobody has to take it. */
export function UpdateOffer({ reload }: UpdateOfferProps) {
  const { isAvailable, dismiss } = useUpdate();
  // The region stands before its content: only a change inside it is announced.
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
  const { t } = useTranslation(['pageNotices', 'common']);
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
      <ConfirmDialog
        isOpen={isAsked}
        title={t('common:leave.title')}
        confirmText={t('common:leave.leave')}
        cancelText={t('common:leave.stay')}
        tone="danger"
        onConfirm={leave}
        onCancel={() => setAsked(false)}
      >
        {t('common:leave.text')}
      </ConfirmDialog>
    </>
  );
}
