import { useErrorText } from '@portal/shared/i18n';
import { NotificationBox } from '@portal/shared/ui';

/** Why a form as a whole was refused. */
export function FormFailure({ failure }: { failure: unknown }) {
  const { errorText } = useErrorText();
  if (failure === null) return null;
  return (
    <NotificationBox tone="error" live>
      {errorText(failure)}
    </NotificationBox>
  );
}
