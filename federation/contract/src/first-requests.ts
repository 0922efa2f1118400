import * as v from 'valibot';

const requestSchema = v.strictObject({
  /** Path of a GET of the API. `{voicing}` stands for the id of the account's service of that type: `v1/services/{voicing}/cdr`. */
  path: v.pipe(v.string(), v.regex(/^(?:[a-z0-9_.-]+|\{[a-z]+\})(?:\/(?:[a-z0-9_.:-]+|\{[a-z]+\}))*$/)),
  /** `{today}` and `{today-6}` stand for days in the account's time zone. */
  query: v.optional(v.record(v.string(), v.string()), {}),
  /** Parameters of the page's address that are sent too. At an address with any other parameter, nothing is requested early. */
  address: v.optional(v.array(v.string()), []),
});
/** A request of the API that a page sends as soon as it is rendered. */
export type FirstRequest = v.InferOutput<typeof requestSchema>;

const listsSchema = v.optional(v.record(v.string(), v.array(requestSchema)), {});

/**
 * first-requests.json of an area: the requests that its pages and plates send first, by their ids. The page in the browser sends
 * them while the area's scripts are loading.
 */
export const firstRequestsSchema = v.strictObject({ pages: listsSchema, plates: listsSchema });
export type FirstRequests = v.InferOutput<typeof firstRequestsSchema>;

/** The name of an area's first requests in its release. */
export function firstRequestsFile(area: string): string {
  return `first-requests.${area}.json`;
}
