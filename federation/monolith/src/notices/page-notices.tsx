/** One program has no notices about its releases. */
export function PageNotices(_props: { offersUpdates: boolean }) {
  return null;
}
