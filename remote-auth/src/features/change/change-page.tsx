import { useTranslation } from '@portal/shared/i18n';
import { useLocation, useNavigate } from '@portal/shared/router';
import { LinkButton, NotificationBox, Stack, TextLink } from '@portal/shared/ui/core';
import { useEffect, useState } from 'react';
import { paths } from '../../paths.ts';
import { Screen } from '../../screen.tsx';
import { ChangeForm } from './change-form.tsx';

/** Where the mailed link leads: chooses a new password. */
export default function ChangePage() {
  const { t } = useTranslation('authorizationChangePassword');
  const { search, pathname } = useLocation();
  const navigate = useNavigate();
  const [token, setToken] = useState(() => new URLSearchParams(search).get('token'));
  const [isDone, setDone] = useState(false);

  // In step with the address: what stands there is kept in histories and logs.
  useEffect(() => {
    const query = new URLSearchParams(search);
    const found = query.get('token');
    if (found === null) return;
    query.delete('token');
    setToken(found);
    void navigate({ pathname, search: query.toString() }, { replace: true });
  }, [search, pathname, navigate]);

  if (isDone) {
    return (
      <Screen title={t('title')}>
        <Stack gap="4">
          <NotificationBox tone="success" live>
            {t('done')}
          </NotificationBox>
          <LinkButton href={paths.login}>{t('login')}</LinkButton>
        </Stack>
      </Screen>
    );
  }
  if (token === null) {
    return (
      <Screen title={t('title')}>
        <Stack gap="4">
          <NotificationBox tone="warning">{t('noToken')}</NotificationBox>
          <LinkButton href={paths.restore}>{t('restore')}</LinkButton>
        </Stack>
      </Screen>
    );
  }
  const links = <TextLink href={paths.restore}>{t('restore')}</TextLink>;
  return (
    <Screen title={t('title')} description={t('description')} links={links}>
      <ChangeForm token={token} onChanged={() => setDone(true)} />
    </Screen>
  );
}
