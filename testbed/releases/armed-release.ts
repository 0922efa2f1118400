import { rewriteRelease, runInRender } from './altered-release.ts';

/** The cookie that makes an armed release throw: `entry-start`, `page-start`, `page-render`, `lazy-start`, `lazy-render`. */
export const armingCookie = 'chaos';

/** The scripts that can throw: the entry, and the chunks of a page and of a component that is loaded on demand. */
export type ArmedFiles = Readonly<Partial<Record<'entry' | 'page' | 'lazy', RegExp>>>;

/**
 * Writes a release to a folder whose code throws when a cookie is set: the fault goes away with the cookie. The prefix of the
 * cookie's value distinguishes the armed releases of one portal.
 */
export function writeArmedRelease(from: string, to: string, files: ArmedFiles, prefix = ''): void {
  const alter = (content: string, name: string) => {
    const part = Object.entries(files).find(([, pattern]) => pattern.test(name))?.[0];
    if (part === undefined) return content;
    const throws = `if(${isArmed(`${prefix}${part}-render`)})throw new Error("armed: in render")`;
    const code = part === 'entry' ? content : runInRender(content, throws);
    return `if(${isArmed(`${prefix}${part}-start`)})throw new Error("armed: at start");${code}`;
  };
  rewriteRelease(from, to, { alter, suffix: 'armed' });
}

function isArmed(value: string): string {
  return `document.cookie.includes("${armingCookie}=${value}")`;
}
