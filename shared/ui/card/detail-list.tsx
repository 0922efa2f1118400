import type { ReactNode } from 'react';
import classes from './card.module.css';

export interface Detail {
  term: ReactNode;
  description: ReactNode;
  /** Key when terms repeat or are not text. */
  id?: string;
}

export interface DetailListProps {
  items: readonly (Detail | false | null | undefined)[];
  /** `rows`: term and value on a line; `grid`: value under its term, several a line. */
  layout?: 'rows' | 'grid';
}

/** A detail whose value the server may leave out: null for a null value, which the list leaves out. */
export function detail<Value>(
  term: string,
  value: Value | null,
  show: (value: Value) => ReactNode = String,
): Detail | null {
  return value === null ? null : { term, description: show(value) };
}

/** Terms with their values; falsy items are left out, an empty value shows a dash. */
export function DetailList({ items, layout = 'rows' }: DetailListProps) {
  return (
    <dl className={classes.details} data-layout={layout}>
      {items.map(
        (item, index) =>
          item && (
            <div
              key={item.id ?? (typeof item.term === 'string' ? item.term : index)}
              className={classes.detail}
            >
              <dt>{item.term}</dt>
              <dd>{item.description ?? '–'}</dd>
            </div>
          ),
      )}
    </dl>
  );
}
