import { areaTitle } from '@portal/federation-browser/slots/area-titles.ts';
import type { Area } from '@portal/federation-contract/area';
import { pagePath } from '@portal/federation-contract/area';
import { useLanguage, useTranslation } from '@portal/shared/i18n';
import { NavLink } from '@portal/shared/router';
import { Icon } from '@portal/shared/ui';
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

/** The navigation, made of the areas' data: it stands even where an area's code cannot be loaded. */
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
