import { useTranslation } from '@portal/shared/i18n';
import { ConfirmDialog } from '@portal/shared/ui';

interface LeaveDialogProps {
  isOpen: boolean;
  onLeave: () => void;
  onStay: () => void;
}

/** Asks before what the customer has typed is lost. */
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
