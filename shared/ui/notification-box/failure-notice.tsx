import type { ReactNode } from 'react';
import { useErrorText } from '../../i18n/index.ts';
import { NotificationBox } from './notification-box.tsx';

export interface FailureNoticeProps {
  /** Why a form or an action was refused, as a thrown value; nothing is shown while it is null. */
  failure: unknown;
  /** Small buttons that lead on. */
  actions?: ReactNode;
}

/** Says in the language on the screen why a form as a whole, or an action, was refused. */
export function FailureNotice({ failure, actions }: FailureNoticeProps) {
  const { errorText } = useErrorText();
  if (failure === null) return null;
  return (
    <NotificationBox tone="error" live actions={actions}>
      {errorText(failure)}
    </NotificationBox>
  );
}
