import { discardUnsavedChanges, hasUnsavedChanges } from '@portal/shared/area';
import { useTranslation } from '@portal/shared/i18n';
import { useLocation } from '@portal/shared/router';
import { endPause, pauseSession, resumeSession, useProfile, useSessionPause } from '@portal/shared/session';
import { Button, Dialog, FormActions, toast } from '@portal/shared/ui';
import { useEffect, useRef } from 'react';
import { loginPath } from '../navigation/guard.ts';

/**
 * Covers a page with unsaved changes whose session has ended. The customer logs in in a new tab, so that the page need not be left;
 * the tab is then closed.
 */
export function SessionPause() {
  const { t } = useTranslation('common');
  const { isPaused, isOtherAccount } = useSessionPause();
  const { data: profile } = useProfile();
  const loginTab = useRef<Window | null>(null);

  // Waits for the end of the pause, and for the customer, who may have logged in elsewhere.
  useEffect(() => {
    if (!isPaused) return;
    void pauseSession().then((isResumed) => {
      if (!isResumed) return;
      loginTab.current?.close();
      toast({ tone: 'success', text: t('sessionEnd.resumed') });
    });
    const look = () => void resumeSession();
    globalThis.addEventListener('focus', look);
    return () => globalThis.removeEventListener('focus', look);
  }, [isPaused, t]);

  // The pause ends with its page: when the customer goes to another one, or leaves the account.
  const { pathname } = useLocation();
  useEffect(() => {
    if (pathname !== '' && !hasUnsavedChanges()) endPause(false);
  }, [pathname]);
  useEffect(() => () => endPause(false), []);

  function logIn() {
    loginTab.current = globalThis.open(loginPath(), '_blank');
  }
  function leave() {
    discardUnsavedChanges();
    endPause(false);
  }
  return (
    <Dialog
      isOpen={isPaused}
      role="alertdialog"
      title={t('sessionEnd.title')}
      actions={
        <FormActions align="end">
          <Button theme="green" onClick={logIn}>
            {t('sessionEnd.logIn')}
          </Button>
          <Button theme="outline" onClick={leave}>
            {t('sessionEnd.leave')}
          </Button>
        </FormActions>
      }
    >
      {/* The text changes when another account logs in. */}
      <p aria-live="polite">
        {t(isOtherAccount ? 'sessionEnd.otherAccount' : 'sessionEnd.text', { email: profile?.email })}
      </p>
    </Dialog>
  );
}
