import { type ReactNode, useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '../button/button.tsx';
import classes from './filter-bar.module.css';

export interface FilterBarProps {
  /** The filter fields; on phones they hide behind a "Filters (n)" button. */
  children: ReactNode;
  /** How many filters differ from their defaults. */
  activeCount: number;
  /** Puts all filters back; shown while some are active. */
  onReset?: () => void;
  /** Stays visible on phones too: the search box. */
  search?: ReactNode;
  /** At the end: export, columns. */
  actions?: ReactNode;
}

/** The filters above a list. */
export function FilterBar({ children, activeCount, onReset, search, actions }: FilterBarProps) {
  const { t } = useTranslation('common');
  const id = useId();
  const [isOpen, setOpen] = useState(false);
  return (
    <div role="search" className={classes.bar} aria-label={t('ui.filters')}>
      <div className={classes.top}>
        {search && <div className={classes.search}>{search}</div>}
        <div className={classes.toggle}>
          <Button
            theme="outline"
            size="medium"
            icon="filter"
            aria-expanded={isOpen}
            aria-controls={id}
            onClick={() => setOpen(!isOpen)}
          >
            {activeCount > 0 ? t('ui.filtersActive', { number: activeCount }) : t('ui.filters')}
          </Button>
        </div>
        {actions && <div className={classes.actions}>{actions}</div>}
      </div>
      <div id={id} className={classes.fields} data-open={isOpen || undefined}>
        {children}
        {onReset && activeCount > 0 && (
          <div className={classes.reset}>
            <Button theme="ghost" size="medium" icon="close" onClick={onReset}>
              {t('ui.resetFilters')}
            </Button>
          </div>
        )}
      </div>
    </div>
  );
}
