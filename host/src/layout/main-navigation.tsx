import { areaTitle } from '@portal/federation-browser/slots/area-titles.ts';
import { type Area, pagePath } from '@portal/federation-contract/area';
import { useLanguage, useTranslation } from '@portal/shared/i18n';
import { NavLink } from '@portal/shared/router';
import { Icon, IconButton, Sidebar } from '@portal/shared/ui';
import { useState } from 'react';
import classes from './main-navigation.module.css';

interface MainNavigationProps {
  areas: readonly Area[];
  onNavigate?: () => void;
}

interface Entry {
  path: string;
  title: string;
  icon: string;
}

/** The navigation. It comes from the areas' data, so it works even when an area's code cannot be loaded. */
export function MainNavigation({ areas, onNavigate }: MainNavigationProps) {
  const { t } = useTranslation('common');
  const language = useLanguage();
  const sorted = areas.filter((area) => area.navigation.length > 0).toSorted((a, b) => a.order - b.order);
  const title = (area: Area, key: string) => areaTitle(area, key, language);
  return (
    <nav aria-label={t('shell.navigation')} className={classes['navigation']}>
      <Entries
        entries={[{ path: '/welcome', title: t('shell.welcome'), icon: 'home' }]}
        onNavigate={onNavigate}
      />
      {sorted.map((area) => {
        const entries = area.navigation.flatMap((entry) => {
          const page = area.pages.find((candidate) => candidate.id === entry.page);
          if (page === undefined) return [];
          return [
            { path: pagePath(area, page), title: title(area, entry.title ?? page.title), icon: entry.icon },
          ];
        });
        return (
          <div key={area.id}>
            {entries.length > 1 && <p className={classes['heading']}>{title(area, area.title)}</p>}
            <Entries entries={entries} onNavigate={onNavigate} />
          </div>
        );
      })}
    </nav>
  );
}

function Entries({ entries, onNavigate }: { entries: Entry[]; onNavigate: (() => void) | undefined }) {
  return (
    <ul className={classes['list']}>
      {entries.map((entry) => (
        <li key={entry.path}>
          <NavLink to={entry.path} className={classes['link'] ?? ''} onClick={onNavigate}>
            <Icon name={entry.icon} />
            <span data-title={entry.title}>{entry.title}</span>
          </NavLink>
        </li>
      ))}
    </ul>
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
