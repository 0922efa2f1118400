import { useTranslation } from 'react-i18next';
import { Icon } from '../icon/icon.tsx';
import type { Column, Sort } from './column.ts';
import classes from './table.module.css';

interface TableHeadProps<Row> {
  columns: readonly Column<Row>[];
  sort: Sort | undefined;
  onSortChange: ((sort: Sort) => void) | undefined;
  hasEnd: boolean;
}

/** The header row; a sortable header is a button, and the sorted one says so through aria-sort. */
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
            <span className={classes.hidden}>{t('ui.actions')}</span>
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
