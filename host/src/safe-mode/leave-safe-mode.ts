/** The parameter that keeps areas out of a page: `?without=finances,voicing`. */
export const safeModeParameter = 'without';

/** The address without safe mode's parameter. */
export function addressWithAllAreas(address: string): string {
  const url = new URL(address);
  url.searchParams.delete(safeModeParameter);
  return url.href;
}

/** Loads the page anew with all of its areas. */
export function leaveSafeMode(): void {
  const { href } = location;
  const next = addressWithAllAreas(href);
  // A navigation has dropped the parameter already: the same address, or one that differs in its fragment, loads nothing.
  if (next === href) location.reload();
  else location.replace(next);
}
