import { useTranslation } from '@portal/shared/i18n';
import { Outlet } from '@portal/shared/router';
import { useRef } from 'react';
import { config } from '../document/portal-document.ts';
import { AnonymousBar } from './anonymous-bar.tsx';
import classes from './anonymous-layout.module.css';
import { OfflineBanner } from './offline-banner.tsx';
import { useFocusOnNavigation } from './use-focus-on-navigation.ts';

/** The frame around the authorization screens. */
export function AnonymousLayout() {
  const { t } = useTranslation('common');
  const main = useRef<HTMLElement>(null);
  useFocusOnNavigation(main);
  return (
    <div className={classes['frame']}>
      <AnonymousBar />
      <main ref={main} tabIndex={-1} aria-label={t('shell.account')} className={classes['main']}>
        <OfflineBanner />
        <p className={classes['welcome']}>{t('shell.welcomeTo', { brand: config.brand })}</p>
        <Outlet />
      </main>
    </div>
  );
}
