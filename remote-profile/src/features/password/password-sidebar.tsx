import { useTranslation } from '@portal/shared/i18n';
import { useState } from 'react';
import { SidebarResult } from '../../sidebar-result.tsx';
import { PasswordForm } from './password-form.tsx';

/** Changes the password of whoever is logged in. */
export default function PasswordSidebar() {
  const { t } = useTranslation('profilePasswordSidebar');
  const [ended, setEnded] = useState<number | null>(null);
  if (ended === null) return <PasswordForm onChanged={setEnded} />;
  return (
    <SidebarResult title={t('done.title')}>
      {ended === 0 ? t('done.alone') : t('done.ended', { count: ended })}
    </SidebarResult>
  );
}
