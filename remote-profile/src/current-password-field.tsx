import type { BoundField } from '@portal/shared/form';
import { useTranslation } from '@portal/shared/i18n';
import { useProfile } from '@portal/shared/session';
import { PasswordField } from '@portal/shared/ui';

/** The password that proves that it is still the customer who sits there. */
export function CurrentPasswordField({ id, ...field }: BoundField<string> & { id?: string }) {
  const { t } = useTranslation('profileSidebar');
  const { data: profile } = useProfile();
  return (
    <>
      {/* Tells a password manager whose password it is. */}
      <input hidden readOnly autoComplete="username" value={profile?.email ?? ''} />
      <PasswordField id={id} label={t('currentPassword')} {...field} />
    </>
  );
}
