import { useLeaveQuestion } from '@portal/shared/area';
import { useTranslation } from '@portal/shared/i18n';
import { ConfirmDialog } from '@portal/shared/ui';

/** Asks before a navigation loses unsaved changes. The layout of the account renders it once. */
export function LeaveQuestion() {
  const { isAsked, stay, leave } = useLeaveQuestion();
  return <LeaveDialog isOpen={isAsked} onLeave={leave} onStay={stay} />;
}

interface LeaveDialogProps {
  isOpen: boolean;
  onLeave: () => void;
  onStay: () => void;
}

/** Asks before unsaved changes are lost. */
export function LeaveDialog({ isOpen, onLeave, onStay }: LeaveDialogProps) {
  const { t } = useTranslation('common');
  return (
    <ConfirmDialog
      isOpen={isOpen}
      title={t('leave.title')}
      confirmText={t('leave.leave')}
      cancelText={t('leave.stay')}
      tone="danger"
      onConfirm={onLeave}
      onCancel={onStay}
    >
      {t('leave.text')}
    </ConfirmDialog>
  );
}
