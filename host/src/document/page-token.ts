/** The page's token for its reports, which the server writes into the HTML. */
export function pageToken(): string {
  return document.querySelector<HTMLMetaElement>('meta[name=page-token]')?.content ?? '';
}
