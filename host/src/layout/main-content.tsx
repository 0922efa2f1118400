import { useTranslation } from '@portal/shared/i18n';
import { useLocation } from '@portal/shared/router';
import { NotificationBox } from '@portal/shared/ui/core';
import { type ComponentProps, type RefObject, useEffect, useSyncExternalStore } from 'react';
import classes from './main-content.module.css';

interface MainContentProps extends ComponentProps<'main'> {
  ref: RefObject<HTMLElement | null>;
}

/** The `<main>` of both frames. It takes the focus when another page is shown, and shows when the device is offline. */
export function MainContent({ children, ref, ...attributes }: MainContentProps) {
  useFocusOnNavigation(ref);
  return (
    <main ref={ref} tabIndex={-1} {...attributes}>
      <OfflineBanner />
      {children}
    </main>
  );
}

/** The path of the page that this document has shown last, in whichever frame: the next page may have the other one. */
let shown: string | undefined;

/** Moves the focus as loading a document would; a change of filters or of the sidebar leaves it unchanged. */
function useFocusOnNavigation(target: RefObject<HTMLElement | null>): void {
  const { pathname } = useLocation();
  useEffect(() => {
    // The first page leaves the focus where the browser has it: the customer may be typing in the prerendered form.
    if (shown !== undefined && shown !== pathname) target.current?.focus({ preventScroll: true });
    shown = pathname;
  }, [pathname, target]);
}

function OfflineBanner() {
  const { t } = useTranslation('common');
  const isOnline = useSyncExternalStore(subscribe, () => navigator.onLine);
  // The live region is rendered before its content: assistive technology announces only changes inside it.
  return (
    <div aria-live="polite">
      {!isOnline && (
        <div className={classes['banner']}>
          <NotificationBox tone="warning">{t('shell.offline')}</NotificationBox>
        </div>
      )}
    </div>
  );
}

function subscribe(onChange: () => void): () => void {
  const events = ['online', 'offline'];
  for (const event of events) window.addEventListener(event, onChange);
  return () => {
    for (const event of events) window.removeEventListener(event, onChange);
  };
}
