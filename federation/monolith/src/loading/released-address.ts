/** The program has one copy. */
export function nextAddress(_address: string): string | undefined {
  return undefined;
}
