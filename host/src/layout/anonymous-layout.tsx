import { loadHttpClient } from '@portal/shared/api';
import { useTranslation } from '@portal/shared/i18n';
import { Outlet } from '@portal/shared/router';
import { useEffect, useRef } from 'react';
import { config } from '../document/portal-document.ts';
import classes from './anonymous-layout.module.css';
import { Brand } from './brand.tsx';
import { LanguageMenu } from './language-menu.tsx';
import { MainContent } from './main-content.tsx';
import { preloadWhenUsed } from './preload-when-used.ts';
import { ThemeButton } from './theme-button.tsx';

/** The frame around the authorization screens. */
export function AnonymousLayout() {
  const { t } = useTranslation('common');
  const main = useRef<HTMLElement>(null);
  // These screens send nothing until a form is submitted.
  useEffect(() => preloadWhenUsed(loadHttpClient), []);
  return (
    <div className={classes['frame']}>
      <AnonymousBar />
      <MainContent ref={main} aria-label={t('shell.account')} className={classes['main']}>
        <p className={classes['welcome']}>{t('shell.welcomeTo', { brand: config.brand })}</p>
        <Outlet />
      </MainContent>
    </div>
  );
}

/** The bar above a page that needs no session. */
export function AnonymousBar() {
  return (
    <header className={classes['bar']}>
      <Brand />
      <div className={classes['tools']}>
        <LanguageMenu />
        <ThemeButton />
      </div>
    </header>
  );
}
