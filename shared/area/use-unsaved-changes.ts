import { useEffect } from 'react';
import { useSlotKind } from './slot-kind.ts';
import { addUnsavedForm, hasUnsavedChanges } from './unsaved-changes-store.ts';

/**
 * Says that the form on this page or sidebar has changes that are not saved. While it has, leaving by the portal's
 * own navigation asks first (see useLeaveQuestion), and so does closing the tab.
 */
export function useUnsavedChanges(isDirty: boolean): void {
  const kind = useSlotKind();
  // In step with the browser's own question and with the list of such forms.
  useEffect(() => {
    if (!isDirty) return;
    const forget = addUnsavedForm(kind);
    globalThis.addEventListener('beforeunload', askBrowser);
    return () => {
      forget();
      globalThis.removeEventListener('beforeunload', askBrowser);
    };
  }, [isDirty, kind]);
}

function askBrowser(event: BeforeUnloadEvent): void {
  // They may have been discarded since: nobody is asked on the way out of an ended session.
  if (hasUnsavedChanges()) event.preventDefault();
}
