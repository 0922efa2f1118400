export type QueryValue = string | number | boolean | null | undefined | readonly (string | number)[];
/** Parameters of a GET; arrays become comma lists. */
export type Query = Readonly<Record<string, QueryValue>>;

/** The parameters as a query string, without those that hold nothing. */
export function queryString(query: Query): string {
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) {
    const text = Array.isArray(value) ? value.join(',') : String(value ?? '');
    if (text !== '') search.set(name, text);
  }
  return search.toString();
}
