import { discardUnsavedChanges } from '@portal/shared/area';
import { useNavigate } from '@portal/shared/router';
import { onSessionEnd } from '@portal/shared/session';
import { useEffect } from 'react';
import { loginPath, loginPathFor } from '../navigation/login-path.ts';

/** Follows the end of the session, told by the server or by another tab, to the log-in screen. */
export function useSessionEnd(): void {
  const navigate = useNavigate();
  useEffect(
    () =>
      onSessionEnd((reason) => {
        // There is no session left to save them in; a question would only hold up the way out.
        discardUnsavedChanges();
        void navigate(reason === 'expired' ? loginPathFor(location.href) : loginPath(), { replace: true });
      }),
    [navigate],
  );
}
