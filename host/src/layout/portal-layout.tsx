import { LeaveQuestion } from '@portal/federation-browser/notices/notices.tsx';
import { guardShell } from '@portal/federation-browser/slots/guard-shell.ts';
import { preloadInIdleTime, preloadOnIntent } from '@portal/federation-browser/slots/preload-on-intent.ts';
import type { Area } from '@portal/federation-contract/area';
import { discardUnsavedChanges } from '@portal/shared/area';
import { useTranslation } from '@portal/shared/i18n';
import { type Location, Outlet, ScrollRestoration, useNavigate, useNavigation } from '@portal/shared/router';
import { onSessionEnd, sessionEndedState } from '@portal/shared/session';
import { clearToasts, preloadWidgets } from '@portal/shared/ui';
import { type MouseEvent, type ReactNode, type RefObject, useEffect, useLayoutEffect, useRef } from 'react';
import { loginPath, loginPathFor } from '../navigation/guard.ts';
import { AccountMenu } from './account-menu.tsx';
import { BalanceChip } from './balance-chip.tsx';
import { Brand } from './brand.tsx';
import { LanguageMenu } from './language-menu.tsx';
import { MainContent } from './main-content.tsx';
import { MainNavigation, NavigationButton } from './main-navigation.tsx';
import classes from './portal-layout.module.css';
import { preloadWhenUsed } from './preload-when-used.ts';
import { SessionPause } from './session-pause.tsx';
import { SidebarHost } from './sidebar-host.tsx';
import { SuspensionBanner } from './suspension-banner.tsx';
import { ThemeButton } from './theme-button.tsx';

/** Moves the focus to the target of a fragment link, because the router does not handle fragments. */
function skipTo(target: RefObject<HTMLElement | null>) {
  return (event: MouseEvent) => {
    event.preventDefault();
    target.current?.focus();
  };
}

interface PortalLayoutProps {
  areas: readonly Area[];
  /** The navigation beside the page; by default that of the areas. */
  navigation?: ReactNode;
}

/** The frame around the pages of the account. */
export function PortalLayout({ areas, navigation = <MainNavigation areas={areas} /> }: PortalLayoutProps) {
  const { t } = useTranslation('common');
  const { state } = useNavigation();
  const main = useRef<HTMLElement>(null);
  const frame = useRef<HTMLDivElement>(null);
  useSessionEnd();
  // Its cleanup runs before React removes or hides the frame.
  useLayoutEffect(() => (frame.current === null ? undefined : guardShell(frame.current)), []);
  useEffect(preloadOnIntent, []);
  // The first view needs no menus and pickers.
  useEffect(() => preloadWhenUsed(() => Promise.all([preloadWidgets(), preloadInIdleTime()])), []);
  return (
    <div ref={frame} className={classes['frame']}>
      {/* biome-ignore lint/a11y/useValidAnchor: the link moves the focus, and assistive technology lists it among the links */}
      <a href="#main" className={classes['skip']} onClick={skipTo(main)}>
        {t('shell.skip')}
      </a>
      <header className={classes['bar']}>
        <NavigationButton areas={areas} />
        <Brand />
        <BalanceChip />
        <div className={classes['tools']}>
          <LanguageMenu isSaved />
          <ThemeButton />
          <AccountMenu />
        </div>
        {state !== 'idle' && <div className={classes['progress']} />}
      </header>
      <aside className={classes['side']}>{navigation}</aside>
      <MainContent id="main" ref={main} className={classes['main']}>
        <SuspensionBanner />
        <Outlet />
      </MainContent>
      <SidebarHost areas={areas} />
      <LeaveQuestion />
      <SessionPause />
      <ScrollRestoration getKey={placeOf} />
    </div>
  );
}

/** Under which key the scroll position of a page is kept. The first page of every document has the same key of its own. */
function placeOf({ key, pathname, search }: Location): string {
  return key === 'default' ? pathname + search : key;
}

/** Leaves the page when the session has ended: for the login page, or for the same page of another account that has logged in. */
function useSessionEnd(): void {
  const navigate = useNavigate();
  useEffect(
    () =>
      onSessionEnd((reason) => {
        // Unsaved changes cannot be saved without a session: a question would only delay the navigation.
        discardUnsavedChanges();
        clearToasts();
        if (reason === 'logged-out') void navigate(loginPath(), { replace: true });
        else if (reason === 'replaced') location.reload();
        else void navigate(loginPathFor(location.href), { replace: true, state: sessionEndedState });
      }),
    [navigate],
  );
}
