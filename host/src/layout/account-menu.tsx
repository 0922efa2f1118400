import { useSidebar } from '@portal/shared/area';
import { useErrorText, useTranslation } from '@portal/shared/i18n';
import { useNavigate } from '@portal/shared/router';
import { logOut, useProfile } from '@portal/shared/session';
import { Menu, toast } from '@portal/shared/ui';

/** Profile, help and the way out. */
export function AccountMenu() {
  const { t } = useTranslation('common');
  const { errorText } = useErrorText();
  const { data: profile } = useProfile();
  const { open } = useSidebar();
  const navigate = useNavigate();

  async function leave(): Promise<void> {
    await logOut().catch((error: unknown) => {
      toast({ tone: 'error', text: `${t('shell.logOutFailed')} ${errorText(error)}` });
    });
  }

  const sections = [
    {
      id: 'account',
      ...(profile && { title: profile.email }),
      items: [
        { id: 'profile', title: t('shell.profile'), icon: 'user', href: '/profile' },
        {
          id: 'quick-start',
          title: t('shell.quickStart'),
          icon: 'rocket',
          onSelect: () => open('profile/quick-start'),
        },
        {
          id: 'support',
          title: t('shell.support'),
          icon: 'headset',
          onSelect: () => open('profile/support'),
        },
      ],
    },
    {
      id: 'session',
      items: [{ id: 'log-out', title: t('shell.logOut'), icon: 'logout', onSelect: () => void leave() }],
    },
  ];
  return (
    <Menu
      label={t('shell.account')}
      icon="user"
      placement="bottom end"
      sections={sections}
      onNavigate={(href) => void navigate(href)}
    />
  );
}
