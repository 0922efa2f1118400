import { useLeaveQuestion } from '@portal/shared/area';
import { useTranslation } from '@portal/shared/i18n';
import { ConfirmDialog } from '@portal/shared/ui';

/** Asks before a navigation loses what the customer has typed. */
export function LeaveQuestion() {
  const { t } = useTranslation('common');
  const { isAsked, stay, leave } = useLeaveQuestion();
  return (
    <ConfirmDialog
      isOpen={isAsked}
      title={t('leave.title')}
      confirmText={t('leave.leave')}
      cancelText={t('leave.stay')}
      tone="danger"
      onConfirm={leave}
      onCancel={stay}
    >
      {t('leave.text')}
    </ConfirmDialog>
  );
}
