import { type ReactNode, useId, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '../button/button.tsx';
import classes from './filter-bar.module.css';

interface FilterBarProps {
  /** The filter fields; on phones a "Filters (n)" button shows them. */
  children: ReactNode;
  /** Number of filters that differ from their defaults. */
  activeCount: number;
  /** Resets all filters; its button is shown while a filter is active. */
  onReset?: () => void;
  /** The search box, which stays visible on phones. */
  search?: ReactNode;
  /** Buttons at the end: export, columns. */
  actions?: ReactNode;
}

/** The filters, search box and actions above a list. */
export function FilterBar({ children, activeCount, onReset, search, actions }: FilterBarProps) {
  const { t } = useTranslation('common');
  const id = useId();
  const [isOpen, setOpen] = useState(false);
  const bar = useRef<HTMLDivElement>(null);
  const reset = () => {
    onReset?.();
    // The button is about to disappear.
    bar.current?.focus({ preventScroll: true });
  };
  return (
    <div ref={bar} role="search" tabIndex={-1} className={classes.bar} aria-label={t('ui.filters')}>
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
            <Button theme="ghost" size="medium" icon="close" onClick={reset}>
              {t('ui.resetFilters')}
            </Button>
          </div>
        )}
      </div>
    </div>
  );
}
