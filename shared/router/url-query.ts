import { languageParameter } from '@portal/contract/language';
import { type Schema, type SchemaOutput, validate } from '../api/standard-schema.ts';

/** New values by name; empty ones (`undefined`, `null`, `''`, `[]`) remove the parameter. */
export type QueryPatch<Q> = { readonly [Name in keyof Q]?: Q[Name] | string | null | undefined };

/** What a schema makes of an address's parameters; those that it refuses are left out. */
export function parseQuery<S extends Schema>(schema: S, search: URLSearchParams): SchemaOutput<S> {
  const values: Record<string, unknown> = Object.fromEntries(search);
  // Each round drops what the schema refused; the last one has nothing left to refuse.
  for (let round = 0; round <= search.size; round += 1) {
    const result = validate(schema, values);
    if (!result.issues) return result.value;
    const refused = result.issues.map(({ field }) => field).filter((name) => Object.hasOwn(values, name));
    for (const name of refused.length > 0 ? refused : Object.keys(values)) delete values[name];
  }
  throw new TypeError('A schema of an address must accept an address without parameters');
}

/** The parameters with a patch laid over them. */
export function mergeQuery<S extends Schema>(
  schema: S,
  search: URLSearchParams,
  patch: QueryPatch<SchemaOutput<S>>,
): URLSearchParams {
  const next = new URLSearchParams(search);
  next.delete(languageParameter);
  const defaults = new Map<string, unknown>(
    Object.entries(Object(parseQuery(schema, new URLSearchParams()))),
  );
  const changes = Object.entries<unknown>(patch);
  // The third page of one selection is not the third page of another.
  if (!changes.some(([name]) => name === 'offset')) {
    next.delete('offset');
    next.delete('cursor');
  }
  for (const [name, value] of changes) {
    const text = textOf(value);
    if (text === '' || text === textOf(defaults.get(name))) next.delete(name);
    else next.set(name, text);
  }
  return next;
}

/** A query as the address writes it, without what is empty. */
export function parametersOf(query: object): Record<string, string> {
  const texts = Object.entries(query).map(([name, value]) => [name, textOf(value)] as const);
  return Object.fromEntries(texts.filter(([, text]) => text !== ''));
}

/** A value as the address writes it: lists with commas, nothing as an empty text. */
export function textOf(value: unknown): string {
  return Array.isArray(value) ? value.join(',') : String(value ?? '');
}
