/**
 * Cookies that scripts write. Over https, the prefix of their names makes browsers refuse them from other hosts and from
 * connections without TLS; on plain http, which development uses, browsers refuse the prefix.
 */
const prefix = '__Host-';

/** Returns the cookie's value; undefined without one. */
export function readScriptCookie(name: string): string | undefined {
  const start = `${isSecure() ? prefix : ''}${name}=`;
  const pair = document.cookie.split('; ').find((one) => one.startsWith(start));
  return pair?.slice(start.length);
}

/** Saves a cookie for some seconds; 0 removes it. The value must be URL-safe. */
export function writeScriptCookie(name: string, value: string, seconds: number): void {
  const cookie = `${name}=${value}; path=/; max-age=${seconds}; samesite=lax`;
  // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is not in every browser we support
  document.cookie = isSecure() ? `${prefix}${cookie}; secure` : cookie;
}

function isSecure(): boolean {
  return location.protocol === 'https:';
}
