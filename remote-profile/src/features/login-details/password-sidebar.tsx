import { useTranslation } from '@portal/shared/i18n';
import { useProfile } from '@portal/shared/session';
import { Stack, TextLink } from '@portal/shared/ui';
import { useState } from 'react';
import { hasSecurity, paths, sidebars, useSidebarHref } from '../../paths.ts';
import { SidebarResult } from '../../sidebar-form.tsx';
import { PasswordForm } from './password-form.tsx';

/** Changes the customer's password. */
export default function PasswordSidebar() {
  const { t } = useTranslation('profilePasswordSidebar');
  const [ended, setEnded] = useState<number | null>(null);
  const { data: profile } = useProfile();
  const hrefOf = useSidebarHref();
  const security = profile !== undefined && hasSecurity(profile.features) && (
    <TextLink href={hrefOf(sidebars.security)}>{t('security')}</TextLink>
  );
  if (ended === null) {
    return (
      <Stack gap="6">
        <PasswordForm onChanged={setEnded} />
        {security}
      </Stack>
    );
  }
  return (
    <SidebarResult title={t('done.title')} action={security}>
      <Stack gap="2">
        <p>{ended === 0 ? t('done.alone') : t('done.ended', { count: ended })}</p>
        {profile?.features['account_api'] === true && (
          <p>
            {t('done.tokens')} <TextLink href={paths.profile('tokens')}>{t('done.tokensLink')}</TextLink>
          </p>
        )}
      </Stack>
    </SidebarResult>
  );
}
