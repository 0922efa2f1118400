import { NewPasswordFields, type NewPasswordFieldsProps } from '@portal/shared/account-forms';
import { useTranslation } from '@portal/shared/i18n';

/** The new password of a registration or of a restored account, and its repetition. */
export function NewPassword(fields: Omit<NewPasswordFieldsProps, 'texts'>) {
  const { t } = useTranslation('authorizationRegister');
  return (
    <NewPasswordFields
      {...fields}
      texts={{
        password: t('password'),
        repeat: t('passwordRepeat'),
        rules: t('passwordRules'),
        rule: (id) => t(`rule.${id}`),
        state: (isMet) => t(isMet ? 'ruleMet' : 'ruleOpen'),
        progress: (met, total) => t('rulesMet', { met, total }),
      }}
    />
  );
}
