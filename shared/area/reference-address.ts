/** The page that a reference leads to: the id of a failed request, `req_…`, or the code of an area's failure. */
export function referenceAddress(reference: string): string {
  return `/about?reference=${encodeURIComponent(reference)}`;
}
