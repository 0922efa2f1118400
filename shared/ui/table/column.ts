import type { ReactNode } from 'react';

/** One column of a DataTable; keep arrays of them at module scope or memoised. */
export interface Column<Row> {
  id: string;
  header: ReactNode;
  cell: (row: Row) => ReactNode;
  /** `end` for numbers: right-aligned, tabular. */
  align?: 'start' | 'end';
  sortable?: boolean;
  /** Name of the value in a card, when the header is not plain text. */
  label?: string;
  /** Heads the card on phones, without a label. */
  primary?: boolean;
  /** Left out of cards on phones. */
  hideOnCard?: boolean;
  /** The value in the row of totals below the table; without totals there is no such row. */
  total?: ReactNode;
  /** Wraps long text; other cells stay on one line. */
  wrap?: boolean;
}

export interface Sort {
  id: string;
  direction: 'asc' | 'desc';
}
