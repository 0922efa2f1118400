import { pageSizes } from '@portal/contract/paging';
import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../../i18n/index.ts';
import { Button } from '../button/button.tsx';
import { focusIfLost } from '../lost-focus.ts';
import { Select } from '../select/select.tsx';
import classes from './pagination.module.css';

export interface Page {
  limit: number;
  offset: number;
}

interface PaginationProps extends Page {
  hasNext: boolean;
  /**
   * Number of rows on the page; 0 also for rows whose place in the list is not known. Releases of areas from before this member leave it
   * out: then a full page, as far as there are rows.
   */
  count?: number | undefined;
  /** Number of all rows, if known: shows "26–50 of 1,204". */
  total?: number | undefined;
  /** There are more rows than `total`: shows "26–50 of 10,000+". */
  isTotalMinimum?: boolean;
  /** Called with the next page to show; a new page size starts at the first row. */
  onChange: (page: Page) => void;
  disabled?: boolean;
}

/** Page size, previous and next; renders nothing when all rows are on one page. */
export function Pagination(props: PaginationProps) {
  const { limit, offset, hasNext, total, isTotalMinimum = false, onChange, disabled = false } = props;
  const { count = isTotalMinimum ? limit : Math.min(limit, (total ?? 0) - offset) } = props;
  const hasPrevious = offset > 0;
  const { t } = useTranslation('common');
  const format = useFormat();
  const isShown = hasPrevious || hasNext;
  // It disappears when all rows are on a page of the chosen size.
  useEffect(() => (isShown ? () => focusIfLost([]) : undefined), [isShown]);
  if (!isShown) return null;
  const options = pageSizes.map((size) => ({ value: String(size), title: format.number(size) }));
  return (
    <nav className={classes.pagination} aria-label={t('ui.pagination')}>
      <div className={classes.size}>
        <Select
          label={t('ui.rowsPerPage')}
          inlineLabel
          size="small"
          options={options}
          value={String(limit)}
          // Keeps the focus, as the buttons do.
          readOnly={disabled}
          onChange={(size) => onChange({ limit: Number(size), offset: 0 })}
        />
      </div>
      {total !== undefined && (
        <p className={classes.range} role="status">
          {count > 0 &&
            t('ui.range', {
              from: format.number(offset + 1),
              to: format.number(offset + count),
              // Rows that have come since they were counted are on the page too.
              total: isTotalMinimum
                ? `${format.number(total)}+`
                : format.number(Math.max(total, offset + count)),
            })}
        </p>
      )}
      <div className={classes.buttons}>
        <Button
          theme="outline"
          size="small"
          icon="chevron-left"
          {...pressing(!disabled && hasPrevious, () =>
            onChange({ limit, offset: Math.max(0, offset - limit) }),
          )}
        >
          {t('ui.previous')}
        </Button>
        <Button
          theme="outline"
          size="small"
          iconEnd="chevron-right"
          {...pressing(!disabled && hasNext, () => onChange({ limit, offset: offset + limit }))}
        >
          {t('ui.next')}
        </Button>
      </div>
    </nav>
  );
}

/** A button that was pressed keeps the focus while it cannot be pressed: `disabled` would lose it to the start of the page. */
function pressing(canPress: boolean, onClick: () => void) {
  return canPress ? { onClick } : { 'aria-disabled': true };
}
