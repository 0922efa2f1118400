import type { Schema, SchemaOutput } from '../api/standard-schema.ts';
import { parseQuery, type QueryPatch, textOf } from './url-query.ts';

/** A list's query: one entry for each parameter, as `v.object` and a `v.pipe` that starts with it have them. */
type ListSchema = Schema & { readonly entries: object };
type NameOf<S extends ListSchema> = Extract<keyof S['entries'], string>;

interface ListFilterOptions<S extends ListSchema> {
  /** Parameters that are one filter together, such as the ends of a range. */
  ranges?: readonly (readonly NameOf<S>[])[];
  /** Parameters that narrow nothing, such as the opened row. Paging and order never do. */
  other?: readonly NameOf<S>[];
}

interface ListFilters<S extends ListSchema> {
  /** How many filters differ from their defaults; those of a range count as one. */
  count: (query: Partial<SchemaOutput<S>>) => number;
  /** The filters of a query, without paging, order and `other`. */
  only: (query: Partial<SchemaOutput<S>>) => Partial<SchemaOutput<S>>;
  /** The patch that resets every filter. */
  reset: QueryPatch<SchemaOutput<S>>;
}

const pagingNames = ['limit', 'offset', 'cursor', 'totals', 'order'];

/**
 * Derives a list's filters from the schema of its query: every parameter is a filter, except paging, order and `other`. A
 * filter that is added to the schema is therefore counted and reset, and `useUrlQuery` reads it from the address.
 */
export function defineListFilters<S extends ListSchema>(
  schema: S,
  { ranges = [], other = [] }: ListFilterOptions<S> = {},
): ListFilters<S> {
  const excluded: readonly string[] = [...pagingNames, ...other];
  const names = Object.keys(schema.entries).filter((name) => !excluded.includes(name));
  const ranged: readonly string[] = ranges.flat();
  const groups: readonly (readonly string[])[] = [
    ...ranges,
    ...names.filter((name) => !ranged.includes(name)).map((name) => [name]),
  ];
  const defaults = valuesOf(parseQuery(schema, new URLSearchParams()));
  return {
    count: (query) => {
      const values = valuesOf(query);
      const isActive = (name: string) => textOf(values.get(name)) !== textOf(defaults.get(name));
      return groups.filter((group) => group.some(isActive)).length;
    },
    only: (query) =>
      // biome-ignore lint/nursery/noUnsafeTypeAssertion: some members of an object are a part of it
      Object.fromEntries(Object.entries(query).filter(([name]) => names.includes(name))) as Partial<
        SchemaOutput<S>
      >,
    // biome-ignore lint/nursery/noUnsafeTypeAssertion: the names are the schema's own, which the compiler cannot follow
    reset: Object.fromEntries(names.map((name) => [name, null])) as QueryPatch<SchemaOutput<S>>,
  };
}

function valuesOf(query: unknown): Map<string, unknown> {
  return new Map(Object.entries(Object(query)));
}
