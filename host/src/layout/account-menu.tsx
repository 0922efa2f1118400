import { actionPath, useAction } from '@portal/shared/area';
import { useErrorText, useTranslation } from '@portal/shared/i18n';
import { useNavigate } from '@portal/shared/router';
import { isUnsavedInAnyTab, logOut, useProfile } from '@portal/shared/session';
import { ConfirmDialog, Menu, toast } from '@portal/shared/ui';
import { useState } from 'react';

/** The account, set-up and support if areas offer them, and logging out. */
export function AccountMenu() {
  const { t } = useTranslation('common');
  const { errorText } = useErrorText();
  const { data: profile } = useProfile();
  const openSetup = useAction('account-setup');
  const contact = useAction('support');
  const navigate = useNavigate();
  const [isAsked, setAsked] = useState(false);

  async function askOrLeave(): Promise<void> {
    if (await isUnsavedInAnyTab()) setAsked(true);
    else await leave();
  }
  async function leave(): Promise<void> {
    setAsked(false);
    await logOut().catch((error: unknown) => {
      toast({ tone: 'error', text: `${t('shell.logOutFailed')} ${errorText(error)}` });
    });
  }

  const account = actionPath('account');
  const offered = [
    account && { id: 'account', title: t('shell.profile'), icon: 'user', href: account },
    openSetup && { id: 'setup', title: t('shell.quickStart'), icon: 'rocket', onSelect: () => openSetup() },
    contact && { id: 'support', title: t('shell.support'), icon: 'headset', onSelect: () => contact() },
  ];
  const sections = [
    {
      id: 'account',
      ...(profile && { title: profile.email }),
      items: offered.filter((item) => typeof item === 'object'),
    },
    {
      id: 'session',
      items: [{ id: 'log-out', title: t('shell.logOut'), icon: 'logout', onSelect: () => void askOrLeave() }],
    },
  ];
  return (
    <>
      <Menu
        label={t('shell.account')}
        icon="user"
        placement="bottom end"
        sections={sections}
        onNavigate={(href) => void navigate(href)}
      />
      <ConfirmDialog
        isOpen={isAsked}
        title={t('logOutQuestion.title')}
        confirmText={t('shell.logOut')}
        cancelText={t('leave.stay')}
        tone="danger"
        onConfirm={() => void leave()}
        onCancel={() => setAsked(false)}
      >
        {t('logOutQuestion.text')}
      </ConfirmDialog>
    </>
  );
}
