import type { Area } from '@portal/federation-contract/area';
import { useTranslation } from '@portal/shared/i18n';
import { IconButton, Sidebar } from '@portal/shared/ui';
import { useState } from 'react';
import { MainNavigation } from './main-navigation.tsx';
import classes from './navigation-button.module.css';

/** Opens the navigation where there is no room for it beside the page. */
export function NavigationButton({ areas }: { areas: readonly Area[] }) {
  const { t } = useTranslation('common');
  const [isOpen, setOpen] = useState(false);
  return (
    <span className={classes['button']}>
      <IconButton
        icon="menu"
        label={t('shell.openNavigation')}
        aria-expanded={isOpen}
        onClick={() => setOpen(true)}
      />
      <Sidebar isOpen={isOpen} title={t('shell.navigation')} onCloseRequest={() => setOpen(false)}>
        <MainNavigation areas={areas} onNavigate={() => setOpen(false)} />
      </Sidebar>
    </span>
  );
}
