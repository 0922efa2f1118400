import * as v from 'valibot';

/** One step of a sorting. */
export interface SortTerm<Field extends string> {
  field: Field;
  descending: boolean;
}

/**
 * The order of a list: a comma list of `field` (ascending) or `-field` (descending) out of `fields`. Also takes
 * `field:desc`; gives the first form. The server breaks ties by id.
 */
/* @__NO_SIDE_EFFECTS__ */
export function orderOf<const Fields extends readonly string[]>(fields: Fields) {
  return v.pipe(
    v.string(),
    v.check((text) => sortTerms(text, fields) !== null, 'order_invalid'),
    v.transform((text) => (sortTerms(text, fields) ?? []).map(termText).join(',')),
    v.string(),
  );
}

/** The steps of an order, or null if it names a field that is not in `fields` or names one twice. */
export function sortTerms<const Fields extends readonly string[]>(
  order: string,
  fields: Fields,
): SortTerm<Fields[number]>[] | null {
  const terms = order.split(',').map((part) => sortTerm(part.trim(), fields));
  const known = terms.filter((term) => term !== null);
  const isUnique = new Set(known.map((term) => term.field)).size === terms.length;
  return isUnique && known.length === terms.length ? known : null;
}

function sortTerm<Field extends string>(text: string, fields: readonly Field[]): SortTerm<Field> | null {
  const [, minus, name, direction] = /^(-?)([a-z0-9_]{1,40})(?::(asc|desc))?$/.exec(text) ?? [];
  const field = fields.find((known) => known === name);
  if (field === undefined || (minus === '-' && direction !== undefined)) return null;
  return { field, descending: minus === '-' || direction === 'desc' };
}

function termText({ field, descending }: SortTerm<string>): string {
  return descending ? `-${field}` : field;
}
