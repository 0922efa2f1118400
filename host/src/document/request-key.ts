/** The name under which the response to an early request waits for the same request, whatever the order of its parameters. */
export function requestKey(method: string, address: string | URL): string {
  const url = new URL(address);
  url.searchParams.sort();
  return `${method} ${url.href}`;
}
