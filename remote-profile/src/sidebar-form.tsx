import type { BoundField } from '@portal/shared/form';
import { useTranslation } from '@portal/shared/i18n';
import { useProfile } from '@portal/shared/session';
import { Button, FormActions, PasswordField } from '@portal/shared/ui';
import type { ComponentProps } from 'react';

/** The current password, which proves that the customer is still at the screen. */
export function CurrentPasswordField({ id, ...field }: BoundField<string> & { id?: string }) {
  const { t } = useTranslation('profileSidebar');
  const { data: profile } = useProfile();
  return (
    <>
      {/* Password managers read here whose password it is. */}
      <input hidden readOnly autoComplete="username" value={profile?.email ?? ''} />
      <PasswordField id={id} label={t('currentPassword')} {...field} />
    </>
  );
}

type SubmitProps = Pick<ComponentProps<typeof Button>, 'children' | 'icon' | 'loading' | 'theme'>;

/** The two buttons at the end of a form. */
export function SubmitOrCancel({ onCancel, ...submit }: SubmitProps & { onCancel: () => void }) {
  const { t } = useTranslation('profileSidebar');
  return (
    <FormActions>
      <Button type="submit" {...submit} />
      <Button theme="outline" onClick={onCancel}>
        {t('cancel')}
      </Button>
    </FormActions>
  );
}
