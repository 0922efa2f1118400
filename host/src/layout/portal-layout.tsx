import { LeaveQuestion } from '@portal/federation-browser/notices/leave-dialog.tsx';
import type { Area } from '@portal/federation-contract/area';
import { useTranslation } from '@portal/shared/i18n';
import { Outlet, ScrollRestoration, useNavigation } from '@portal/shared/router';
import { preloadWidgets } from '@portal/shared/ui';
import { type MouseEvent, type RefObject, useEffect, useRef } from 'react';
import { AccountMenu } from './account-menu.tsx';
import { Brand } from './brand.tsx';
import { LanguageMenu } from './language-menu.tsx';
import { MainNavigation } from './main-navigation.tsx';
import { NavigationButton } from './navigation-button.tsx';
import { OfflineBanner } from './offline-banner.tsx';
import classes from './portal-layout.module.css';
import { SidebarHost } from './sidebar-host.tsx';
import { ThemeButton } from './theme-button.tsx';
import { useFocusOnNavigation } from './use-focus-on-navigation.ts';
import { useSessionEnd } from './use-session-end.ts';

/** Moves the focus by itself: the router does not know addresses that the browser makes. */
function skipTo(target: RefObject<HTMLElement | null>) {
  return (event: MouseEvent) => {
    event.preventDefault();
    target.current?.focus();
  };
}

/** Milliseconds. */
const widgetDelay = 1_500;

/** The frame around every page of the account. */
export function PortalLayout({ areas }: { areas: readonly Area[] }) {
  const { t } = useTranslation('common');
  const navigation = useNavigation();
  const main = useRef<HTMLElement>(null);
  useFocusOnNavigation(main);
  useSessionEnd();
  // Menus and pickers are not part of the first view: their code comes once the page stands.
  useEffect(() => {
    const timer = setTimeout(() => void preloadWidgets().catch(() => undefined), widgetDelay);
    return () => clearTimeout(timer);
  }, []);
  return (
    <div className={classes['frame']}>
      {/* biome-ignore lint/a11y/useValidAnchor: it goes somewhere, and assistive technology lists it among the links */}
      <a href="#main" className={classes['skip']} onClick={skipTo(main)}>
        {t('shell.skip')}
      </a>
      <header className={classes['bar']}>
        <NavigationButton areas={areas} />
        <Brand />
        <div className={classes['tools']}>
          <LanguageMenu isSaved />
          <ThemeButton />
          <AccountMenu />
        </div>
        {navigation.state !== 'idle' && <div className={classes['progress']} />}
      </header>
      <aside className={classes['side']}>
        <MainNavigation areas={areas} />
      </aside>
      <main id="main" ref={main} tabIndex={-1} className={classes['main']}>
        <OfflineBanner />
        <Outlet />
      </main>
      <SidebarHost areas={areas} />
      <LeaveQuestion />
      <ScrollRestoration />
    </div>
  );
}
