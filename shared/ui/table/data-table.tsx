import { type MouseEvent, type ReactNode, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { IconButton } from '../button/button.tsx';
import { isScrollable, useMeasured } from '../element-size.ts';
import { Skeleton } from '../feedback/skeleton.tsx';
import type { Column, Sort } from './column.ts';
import classes from './table.module.css';
import { TableHead } from './table-head.tsx';

export interface DataTableProps<Row> {
  /** Says what the table lists; read out, and shown with `showCaption`. */
  caption: string;
  showCaption?: boolean;
  columns: readonly Column<Row>[];
  rows: readonly Row[];
  rowKey: (row: Row) => string;
  sort?: Sort | undefined;
  /** Called with the next order when a sortable header is pressed. */
  onSortChange?: ((sort: Sort) => void) | undefined;
  /** Opens a row: a button at its end, and a click anywhere on it. */
  onRowOpen?: ((row: Row) => void) | undefined;
  /** Accessible name of a row's button, such as "Open payment 42". */
  rowLabel?: ((row: Row) => string) | undefined;
  isRowSelected?: ((row: Row) => boolean) | undefined;
  /** Buttons at the end of a row. */
  rowActions?: ((row: Row) => ReactNode) | undefined;
  isLoading?: boolean | undefined;
  skeletonRows?: number | undefined;
  /** The rows are being replaced: shown, but dimmed. */
  isStale?: boolean | undefined;
  /** Stands in for the table when there are no rows. */
  empty?: ReactNode;
  /** Heads the row of totals; it spans the columns before the first that has a total. */
  totalsTitle?: string | undefined;
}

/** A real table; where it gets narrower than 640 px each row becomes a card of label and value. */
export function DataTable<Row>(props: DataTableProps<Row>) {
  const isEmpty = !props.isLoading && props.rows.length === 0;
  return isEmpty && props.empty ? props.empty : <Table {...props} />;
}

function Table<Row>(props: DataTableProps<Row>) {
  const { caption, columns, rows, isLoading = false, isStale = false, onRowOpen, rowActions } = props;
  const { t } = useTranslation('common');
  const scroller = useRef<HTMLDivElement>(null);
  const scrolls = useMeasured(scroller, isScrollable, false);
  const hasEnd = Boolean(onRowOpen || rowActions);
  return (
    <div className={classes.container}>
      <div
        ref={scroller}
        className={classes.scroller}
        // Scrolled sideways, it must be reachable by keyboard and have a name.
        {...(scrolls && { role: 'region', 'aria-label': caption, tabIndex: 0 })}
      >
        <table className={classes.table} aria-busy={isLoading || isStale} data-stale={isStale || undefined}>
          <caption className={props.showCaption ? classes.caption : classes.hidden}>
            {caption}
            {isLoading && <span className={classes.hidden}> {t('ui.loading')}</span>}
          </caption>
          <TableHead columns={columns} sort={props.sort} onSortChange={props.onSortChange} hasEnd={hasEnd} />
          <tbody>
            {isLoading ? (
              <SkeletonRows columns={columns} count={props.skeletonRows ?? 5} hasEnd={hasEnd} />
            ) : (
              rows.map((row) => <TableRow key={props.rowKey(row)} row={row} {...props} hasEnd={hasEnd} />)
            )}
          </tbody>
          {!isLoading && <Totals title={props.totalsTitle} columns={columns} hasEnd={hasEnd} />}
        </table>
      </div>
    </div>
  );
}

interface TableRowProps<Row> extends DataTableProps<Row> {
  row: Row;
  hasEnd: boolean;
}

function TableRow<Row>({
  row,
  columns,
  onRowOpen,
  rowLabel,
  rowActions,
  isRowSelected,
  hasEnd,
}: TableRowProps<Row>) {
  const { t } = useTranslation('common');
  function handleClick(event: MouseEvent<HTMLElement>) {
    if (!onRowOpen || isOwnPress(event)) return;
    onRowOpen(row);
  }
  return (
    <tr
      data-openable={onRowOpen ? true : undefined}
      data-selected={isRowSelected?.(row) || undefined}
      onClick={handleClick}
    >
      {columns.map((column) => (
        <td key={column.id} {...cellData(column)}>
          {column.cell(row)}
        </td>
      ))}
      {hasEnd && (
        <td className={classes.end}>
          <span className={classes.endButtons}>
            {rowActions?.(row)}
            {onRowOpen && (
              <IconButton
                icon="chevron-right"
                size="small"
                label={rowLabel?.(row) ?? t('ui.openDetails')}
                onClick={() => onRowOpen(row)}
              />
            )}
          </span>
        </td>
      )}
    </tr>
  );
}

interface TotalsProps<Row> {
  title: string | undefined;
  columns: readonly Column<Row>[];
  hasEnd: boolean;
}

function Totals<Row>({ title, columns, hasEnd }: TotalsProps<Row>) {
  const first = columns.findIndex((column) => column.total !== undefined);
  if (first < 1) return null;
  return (
    <tfoot>
      <tr>
        <th scope="row" colSpan={first}>
          {title}
        </th>
        {columns.slice(first).map((column) => (
          <td key={column.id} {...cellData(column)}>
            {column.total}
          </td>
        ))}
        {hasEnd && <td />}
      </tr>
    </tfoot>
  );
}

function SkeletonRows<Row>({
  columns,
  count,
  hasEnd,
}: {
  columns: readonly Column<Row>[];
  count: number;
  hasEnd: boolean;
}) {
  return Array.from({ length: count }, (_, index) => (
    <tr key={index}>
      {columns.map((column) => (
        <td key={column.id} {...cellData(column)}>
          <Skeleton />
        </td>
      ))}
      {hasEnd && <td className={classes.end} />}
    </tr>
  ));
}

function cellData<Row>(column: Column<Row>) {
  return {
    'data-label': column.label ?? (typeof column.header === 'string' ? column.header : undefined),
    'data-align': column.align,
    'data-primary': column.primary || undefined,
    'data-card': column.hideOnCard ? 'none' : undefined,
    'data-wrap': column.wrap || undefined,
  };
}

/** A press on a control inside the row, or the end of a text selection, is not meant for the row. */
function isOwnPress(event: MouseEvent<HTMLElement>): boolean {
  if (!(event.target instanceof Element)) return true;
  if (event.target.closest('a, button, input, select, textarea, label, [role="button"]')) return true;
  return Boolean(window.getSelection()?.toString());
}
