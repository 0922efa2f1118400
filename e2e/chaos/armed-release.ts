import path from 'node:path';
import { rewriteRelease, runInRender } from '@portal/testbed/releases/altered-release';

/** The cookie that makes an armed release throw: `entry-start`, `page-start`, `page-render`, `lazy-start`, `lazy-render`. */
export const armingCookie = 'chaos';

const files = { entry: /^remote-entry\./, page: /^page-payments\..*\.js$/, lazy: /^sidebar-top-up\..*\.js$/ };

/** Writes a release of finances whose code throws when a cookie is set: the fault goes away with the cookie. Returns its folder. */
export function writeArmedRelease(from: string, folder: string): string {
  const alter = (content: string, name: string) => {
    const part = Object.entries(files).find(([, pattern]) => pattern.test(name))?.[0];
    if (part === undefined) return content;
    const throws = `if(${isArmed(`${part}-render`)})throw new Error("armed: in render")`;
    const code = part === 'entry' ? content : runInRender(content, throws);
    return `if(${isArmed(`${part}-start`)})throw new Error("armed: at start");${code}`;
  };
  const to = path.join(folder, 'armed');
  rewriteRelease(from, to, { alter, suffix: 'armed' });
  return to;
}

function isArmed(value: string): string {
  return `document.cookie.includes("${armingCookie}=${value}")`;
}
