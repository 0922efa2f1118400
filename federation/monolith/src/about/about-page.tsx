/** One program has no releases to list. */
export function AboutPage(_props: { bar: unknown; homePath: string }) {
  return null;
}
