import * as v from 'valibot';
import { parameterOr, wholeNumberSchema } from './query-value.ts';

/** How many rows a page may hold. */
export const pageSizes = [10, 25, 50, 100] as const;

/** Rows of a page: the next of `pageSizes`, so that more than 100 become 100. */
export const limitSchema = v.pipe(
  wholeNumberSchema,
  v.minValue(1, 'bad_parameter'),
  v.transform((limit) => pageSizes.find((size) => size >= limit) ?? 100),
  v.picklist(pageSizes),
);

/** Rows to skip. Beyond 10,000 a query must be narrowed: skipping rows costs as much as reading them. */
const offsetSchema = v.pipe(wholeNumberSchema, v.maxValue(10_000, 'offset_too_large'));

/** The two parameters of every list. */
export const pagingEntries = {
  limit: parameterOr(limitSchema, '25'),
  offset: parameterOr(offsetSchema, '0'),
};

/** A count: a whole number from zero. */
export const countSchema = v.pipe(v.number(), v.integer(), v.minValue(0));

/** Per cent, 0 to 100. Null, where it is allowed, stands for a part of nothing. */
export const percentSchema = v.pipe(v.number(), v.minValue(0), v.maxValue(100));

/** An opaque id. */
export const idSchema = v.pipe(v.string(), v.minLength(1));

/** An id in a path; one of another form belongs to nothing, so that the answer is 404. */
export const pathIdSchema = v.pipe(v.string(), v.regex(/^[A-Za-z0-9_-]{1,64}$/, 'not_found'));

/**
 * One page of a list, with further members such as `summary` and `period`. `total` is null when it is not known;
 * the pager needs `has_more` alone. `order` is the one that was used.
 */
/* @__NO_SIDE_EFFECTS__ */
export function pageOf<Item extends v.GenericSchema, const More extends v.ObjectEntries>(
  item: Item,
  more: More,
) {
  return v.object({
    success: v.literal(true),
    items: v.array(item),
    total: v.nullable(countSchema),
    limit: countSchema,
    offset: countSchema,
    has_more: v.boolean(),
    order: v.nullish(v.string(), null),
    ...more,
  });
}
