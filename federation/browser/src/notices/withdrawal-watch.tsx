import { discardUnsavedChanges } from '@portal/shared/area';
import { useEffect } from 'react';
import { saveTypedFields } from './typed-fields.ts';
import { useUpdate } from './use-update.ts';

interface WithdrawalWatchProps {
  /** Replaced in tests. */
  reload?: () => void;
}

/**
 * Reloads a page without a session, such as the login page, that runs a withdrawn version. It does not ask, because that
 * version may be harmful; what was typed is filled in again, except passwords and codes.
 */
export function WithdrawalWatch({ reload = () => location.reload() }: WithdrawalWatchProps) {
  const { isLeaving } = useUpdate();
  // Replaces the document, which React does not control.
  useEffect(() => {
    if (!isLeaving) return;
    saveTypedFields();
    discardUnsavedChanges();
    reload();
  }, [isLeaving, reload]);
  return null;
}
