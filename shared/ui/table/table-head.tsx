import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Icon } from '../icon/icon.tsx';
import { VisuallyHidden } from '../layout/layout.tsx';
import classes from './table.module.css';

/** One column of a DataTable. Define arrays of columns at module scope, or memoise them. */
export interface Column<Row> {
  id: string;
  header: ReactNode;
  cell: (row: Row) => ReactNode;
  /** `end` for numbers: right-aligned, tabular. */
  align?: 'start' | 'end';
  sortable?: boolean;
  /** Label of the value in a card, when the header is not plain text. */
  label?: string;
  /** Shown without a label at the top of the card on phones. */
  primary?: boolean;
  /** Hidden in cards on phones. */
  hideOnCard?: boolean;
  /** Value in the row of totals below the table; without totals there is no such row. */
  total?: ReactNode;
  /** Shown only if the customer has chosen it. */
  optional?: boolean;
  /** Wraps long text; other cells do not wrap. */
  wrap?: boolean;
}

/** The column by which the rows are sorted. */
export interface Sort {
  id: string;
  direction: 'asc' | 'desc';
}

interface TableHeadProps<Row> {
  columns: readonly Column<Row>[];
  sort: Sort | undefined;
  onSortChange: ((sort: Sort) => void) | undefined;
  hasEnd: boolean;
}

/** The header row; a sortable header contains a button, and aria-sort marks the sorted column. */
export function TableHead<Row>({ columns, sort, onSortChange, hasEnd }: TableHeadProps<Row>) {
  const { t } = useTranslation('common');
  const isSortable = columns.some((column) => column.sortable);
  return (
    <thead data-sortable={isSortable || undefined}>
      <tr>
        {columns.map((column) => {
          const direction = sort?.id === column.id ? sort.direction : undefined;
          const canSort = column.sortable && onSortChange;
          return (
            <th
              key={column.id}
              scope="col"
              data-align={column.align}
              data-unsortable={canSort ? undefined : true}
              aria-sort={direction && (direction === 'asc' ? 'ascending' : 'descending')}
            >
              {canSort ? (
                <button
                  type="button"
                  className={classes.sort}
                  onClick={() => onSortChange(nextSort(column.id, direction))}
                >
                  {column.header}
                  <Icon
                    name={sortIcon(direction)}
                    size="s"
                    className={direction ? undefined : classes.unsorted}
                  />
                </button>
              ) : (
                column.header
              )}
            </th>
          );
        })}
        {hasEnd && (
          <th scope="col" data-unsortable className={classes.end}>
            <VisuallyHidden>{t('ui.actions')}</VisuallyHidden>
          </th>
        )}
      </tr>
    </thead>
  );
}

function nextSort(id: string, direction: Sort['direction'] | undefined): Sort {
  return { id, direction: direction === 'desc' ? 'asc' : 'desc' };
}

function sortIcon(direction: Sort['direction'] | undefined) {
  if (!direction) return 'sort';
  return direction === 'asc' ? 'arrow-up' : 'arrow-down';
}
