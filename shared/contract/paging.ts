import * as v from 'valibot';
import { timestampSchema } from './dates.ts';
import { parameter, parameterOr, wholeNumberSchema } from './query-value.ts';
import { issueOf } from './request.ts';
import { maybe } from './response-member.ts';

/** How many rows a page may hold. */
export const pageSizes = [10, 25, 50, 100] as const;

/** Rows of a page: the next of `pageSizes`, so that more than 100 become 100. */
export const limitSchema = v.pipe(
  wholeNumberSchema,
  v.minValue(1, 'bad_parameter'),
  v.transform((limit) => pageSizes.find((size) => size >= limit) ?? 100),
  v.picklist(pageSizes),
);

/** Rows that can be skipped. Beyond them a query must be narrowed or use cursors: skipping rows costs as much as reading them. */
export const maxOffset = 10_000;
const offsetSchema = v.pipe(wholeNumberSchema, v.maxValue(maxOffset, 'offset_too_large'));

/** The two parameters of every list. */
export const pagingEntries = {
  limit: parameterOr(limitSchema, '25'),
  offset: parameterOr(offsetSchema, '0'),
};

/**
 * The paging parameters of a history, which may have millions of rows. `cursor` is one of a page before, for the same filters and
 * order; `offset` is then only the number that the page shows, without a limit. `totals=none` omits the totals, which have an
 * endpoint of their own.
 */
export const historyPagingEntries = {
  limit: pagingEntries.limit,
  offset: parameterOr(wholeNumberSchema, '0'),
  cursor: parameter(v.pipe(v.string(), v.regex(/^[\w-]{1,400}$/, 'filter_invalid'))),
  totals: parameterOr(v.picklist(['included', 'none'], 'filter_invalid'), 'included'),
};

/** Without a cursor the offset of a history is limited as that of other lists. */
/* @__NO_SIDE_EFFECTS__ */
export function historyOffsetRule<Query extends { offset: number; cursor?: string | undefined }>() {
  return v.rawCheck<Query>(({ dataset, addIssue }) => {
    if (!dataset.typed) return;
    const { offset, cursor } = dataset.value;
    if (cursor === undefined && offset > maxOffset) addIssue(issueOf('offset', offset, 'offset_too_large'));
  });
}

/** A count: a whole number from zero. */
export const countSchema = v.pipe(v.number(), v.integer(), v.minValue(0));

/**
 * Cursors of the pages beside a page, for `cursor`: null where there is no such page, or where the order has no cursors because it
 * is not that of time.
 */
export const cursorEntries = {
  next_cursor: maybe(v.string()),
  previous_cursor: maybe(v.string()),
  /**
   * Set if the time of the request ended before the page was full, because few entries match the filter. `items` are then all those of
   * this part of the period; `cursor` searches the next part, and is also the cursor of the next page. Totals are omitted.
   */
  searched: maybe(v.object({ start_utc: timestampSchema, end_utc: timestampSchema, cursor: v.string() })),
};

/** The number of a history's entries: `total` is exact, or 10,000 of even more. */
export const historyTotalEntries = { total: countSchema, is_exact: v.boolean() };

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
