import { useTranslation } from '@portal/shared/i18n';
import { Dialog } from '@portal/shared/ui';
import { StepUpForm } from './step-up-form.tsx';
import type { TokenAction } from './token-action.ts';
import type { TokenDisplay } from './use-shown-token.ts';

interface StepUpDialogProps {
  /** What is to be done; null while nothing is. */
  action: TokenAction | null;
  display: TokenDisplay;
  onClose: () => void;
}

/** Explains what is about to happen to a token, and asks for the password before it does. */
export function StepUpDialog({ action, onClose, ...rest }: StepUpDialogProps) {
  const { t } = useTranslation('profile');
  if (action === null) return null;
  return (
    <Dialog isOpen title={t(`token.${action.kind}.title`)} onClose={onClose}>
      <StepUpForm action={action} onClose={onClose} {...rest} />
    </Dialog>
  );
}
