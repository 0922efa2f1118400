import { ApiError } from '@portal/shared/api';
import type { BoundField } from '@portal/shared/form';
import { useTranslation } from '@portal/shared/i18n';
import { PasswordField, Stack, TextLink } from '@portal/shared/ui/core';
import { paths, useScreenHref } from '../paths.ts';

/**
 * The password that was chosen at registration. Another browser than the one that registered is asked for it: anybody
 * can register an address, and opening the mail must not confirm what a stranger has entered.
 */
export function RegistrationPassword({ field }: { field: BoundField<string> }) {
  const { t } = useTranslation('authorizationLogin');
  const hrefOf = useScreenHref();
  return (
    <Stack gap="2">
      <PasswordField
        label={t('registrationPassword')}
        description={t('otherBrowser')}
        autoComplete="current-password"
        {...field}
      />
      <p>
        {t('newPasswordHint')} <TextLink href={hrefOf(paths.restore)}>{t('newPassword')}</TextLink>
      </p>
    </Stack>
  );
}

/** Whether the server asks for the password of the registration. */
export function isPasswordAsked(error: unknown): boolean {
  return error instanceof ApiError && error.fieldErrors.some(({ field }) => field === 'password');
}
