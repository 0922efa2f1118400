import { type MouseEvent, type ReactNode, useMemo, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { IconButton } from '../button/button.tsx';
import { isScrollable, useMeasured } from '../element-size.ts';
import { Skeleton } from '../feedback/placeholders.tsx';
import layoutClasses from '../layout/layout.module.css';
import { VisuallyHidden } from '../layout/layout.tsx';
import classes from './table.module.css';
import { type Column, type Sort, TableHead } from './table-head.tsx';

export interface DataTableProps<Row> {
  /** Names the table for assistive technology; visible with `showCaption`. */
  caption: string;
  showCaption?: boolean;
  columns: readonly Column<Row>[];
  rows: readonly Row[];
  rowKey: (row: Row) => string;
  sort?: Sort | undefined;
  /** Called with the new order when a sortable header is pressed. */
  onSortChange?: ((sort: Sort) => void) | undefined;
  /** Called when a row is opened: by the button at its end or by a click anywhere on the row. */
  onRowOpen?: ((row: Row) => void) | undefined;
  /** Accessible name of a row's button: "Open payment 42". */
  rowLabel?: ((row: Row) => string) | undefined;
  isRowSelected?: ((row: Row) => boolean) | undefined;
  /** Buttons at the end of a row. */
  rowActions?: ((row: Row) => ReactNode) | undefined;
  isLoading?: boolean | undefined;
  skeletonRows?: number | undefined;
  /** Dims the rows while they are being replaced. */
  isStale?: boolean | undefined;
  /** Shown instead of the table when there are no rows. */
  empty?: ReactNode;
  /** Header of the row of totals; it spans the columns before the first column with a total. */
  totalsTitle?: string | undefined;
}

/** A table; narrower than 640 px each row becomes a card of labels and values. */
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
        // What scrolls sideways must be focusable and have a name. It is no region: the card around it is often one of the same name.
        {...(scrolls && { role: 'group', 'aria-label': caption, tabIndex: 0 })}
      >
        <table className={classes.table} aria-busy={isLoading || isStale} data-stale={isStale || undefined}>
          <caption className={props.showCaption ? classes.caption : layoutClasses.hidden}>
            {caption}
            {isLoading && <VisuallyHidden> {t('ui.loading')}</VisuallyHidden>}
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
  rowKey,
  onRowOpen,
  rowLabel,
  rowActions,
  isRowSelected,
  hasEnd,
}: TableRowProps<Row>) {
  const { t } = useTranslation('common');
  // Most of a table's rendering: again only for another row or other columns.
  const cells = useMemo(
    () =>
      columns.map((column) => (
        <td key={column.id} {...cellData(column)}>
          {column.cell(row)}
        </td>
      )),
    [columns, row],
  );
  function handleClick(event: MouseEvent<HTMLElement>) {
    if (!onRowOpen || isOwnPress(event)) return;
    onRowOpen(row);
  }
  return (
    <tr
      data-row={rowKey(row)}
      data-openable={onRowOpen ? true : undefined}
      data-selected={isRowSelected?.(row) || undefined}
      onClick={handleClick}
    >
      {cells}
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

/** Whether a click belongs to a control inside the row, or ends a text selection, and so must not open the row. */
function isOwnPress(event: MouseEvent<HTMLElement>): boolean {
  if (!(event.target instanceof Element)) return true;
  if (event.target.closest('a, button, input, select, textarea, label, [role="button"]')) return true;
  return Boolean(window.getSelection()?.toString());
}
