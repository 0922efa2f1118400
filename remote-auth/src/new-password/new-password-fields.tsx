import { passwordRulesOf } from '@portal/contract/password';
import { portalSettings } from '@portal/shared/area';
import type { BoundField } from '@portal/shared/form';
import { useTranslation } from '@portal/shared/i18n';
import { PasswordField } from '@portal/shared/ui/core';
import { PasswordChecklist } from './password-checklist.tsx';

interface NewPasswordFieldsProps {
  password: BoundField<string>;
  repeat: BoundField<string>;
}

/** A new password with its rules, and its repetition. */
export function NewPasswordFields({ password, repeat }: NewPasswordFieldsProps) {
  const { t } = useTranslation('authorizationRegister');
  const passwordRules = passwordRulesOf(portalSettings().password_profile);
  const isRule = passwordRules.some((rule) => !rule.test(password.value)) && password.value !== '';
  return (
    <>
      <PasswordField
        label={t('password')}
        autoComplete="new-password"
        {...password}
        // The checklist below says which rule; the field is marked all the same.
        error={isRule && password.error !== undefined ? t('passwordRules') : password.error}
      />
      <PasswordChecklist password={password.value} />
      <PasswordField label={t('passwordRepeat')} autoComplete="new-password" {...repeat} />
    </>
  );
}
