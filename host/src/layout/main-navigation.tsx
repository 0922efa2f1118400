import { areaTitle } from '@portal/federation-browser/slots/area-titles.ts';
import type { Area } from '@portal/federation-contract/area';
import { navigationOf } from '@portal/federation-contract/navigation';
import { useLanguage, useTranslation } from '@portal/shared/i18n';
import { NavLink } from '@portal/shared/router';
import { Icon, IconButton, Sidebar } from '@portal/shared/ui';
import { type ReactNode, useState } from 'react';
import classes from './main-navigation.module.css';

interface MainNavigationProps {
  areas: readonly Area[];
  onNavigate?: (() => void) | undefined;
}

/** The navigation. It comes from the areas' data, so it works even when an area's code cannot be loaded. */
export function MainNavigation({ areas, onNavigate }: MainNavigationProps) {
  const language = useLanguage();
  return (
    <NavigationList onNavigate={onNavigate}>
      {navigationOf(areas).map(({ area, heading, entries }) => (
        <NavigationGroup
          key={area.id}
          heading={
            heading !== null && <NavigationHeading>{areaTitle(area, heading, language)}</NavigationHeading>
          }
        >
          {entries.map(({ path, title, icon }) => (
            <NavigationEntry
              key={path}
              path={path}
              title={areaTitle(area, title, language)}
              icon={<Icon name={icon} />}
              onNavigate={onNavigate}
            />
          ))}
        </NavigationGroup>
      ))}
    </NavigationList>
  );
}

interface NavigationListProps extends Pick<MainNavigationProps, 'onNavigate'> {
  children: ReactNode;
}

/** The start page, and then its children: the groups of the areas. */
export function NavigationList({ children, onNavigate }: NavigationListProps) {
  const { t } = useTranslation('common');
  return (
    <nav aria-label={t('shell.navigation')} className={classes['navigation']}>
      <ul className={classes['list']}>
        <NavigationEntry
          path="/welcome"
          title={t('shell.welcome')}
          icon={<Icon name="home" />}
          onNavigate={onNavigate}
        />
      </ul>
      {children}
    </nav>
  );
}

interface NavigationGroupProps {
  heading: ReactNode;
  /** Entries. */
  children: ReactNode;
}

/** The entries of an area. */
export function NavigationGroup({ heading, children }: NavigationGroupProps) {
  return (
    <div>
      {heading}
      <ul className={classes['list']}>{children}</ul>
    </div>
  );
}

/** The title of an area. */
export function NavigationHeading({ children }: { children: ReactNode }) {
  return <p className={classes['heading']}>{children}</p>;
}

interface NavigationEntryProps extends Pick<MainNavigationProps, 'onNavigate'> {
  path: string;
  title: string;
  icon: ReactNode;
}

/** A link to a page; marked while that page is shown. */
export function NavigationEntry({ path, title, icon, onNavigate }: NavigationEntryProps) {
  return (
    <li>
      <NavLink to={path} className={classes['link'] ?? ''} onClick={onNavigate}>
        {icon}
        <span data-title={title}>{title}</span>
      </NavLink>
    </li>
  );
}

/** Opens the navigation as a sidebar on screens that have no room for it beside the page. */
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
