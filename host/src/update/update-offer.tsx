import { discardUnsavedChanges, hasUnsavedChanges } from '@portal/shared/area';
import { useTranslation } from '@portal/shared/i18n';
import { Button, NotificationBox } from '@portal/shared/ui';
import { Suspense, useState } from 'react';
import { LeaveDialog } from '../layout/leave-dialog.tsx';
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
