import path from 'node:path';
import { readAreaBuild } from '@portal/federation-cli/read-build';
import { writeAlteredRelease } from '@portal/testbed/releases/altered-release';

/** The cookie that makes an armed release throw: `entry-start`, `page-start`, `page-render`, `lazy-start`, `lazy-render`. */
export const armingCookie = 'chaos';

const files = { entry: /^remote-entry\./, page: /^page-payments\..*\.js$/, lazy: /^sidebar-top-up\..*\.js$/ };

/**
 * Writes a finances release whose code throws when a cookie says so, with the hashes that belong to it: what fails by
 * itself has passed every check of integrity, and can be mended without another file.
 */
export function writeArmedRelease(from: string, folder: string): string {
  const { version } = readAreaBuild(from).release;
  return writeAlteredRelease({
    from,
    to: path.join(folder, 'armed', version),
    suffix: '.armed',
    change: (file, content) => {
      const part = Object.entries(files).find(([, pattern]) => pattern.test(file))?.[0];
      if (part === undefined) return undefined;
      const drawn = part === 'entry' ? content : throwInRender(content, `${part}-render`);
      return `if(${isArmed(`${part}-start`)})throw new Error("armed: at start");${drawn}`;
    },
  });
}

function isArmed(value: string): string {
  return `document.cookie.includes("${armingCookie}=${value}")`;
}

function throwInRender(code: string, value: string): string {
  // One wrapper for each component: the module's default must not change from one drawing to the next.
  const wrapped = code.replace(
    /\bdefault:\(\)=>([\w$]+)/,
    (_, name: string) =>
      `default:()=>${name}.armed??=p=>{if(${isArmed(value)})throw new Error("armed: in render");return ${name}(p)}`,
  );
  if (wrapped === code) throw new Error(`no component to arm for ${value}`);
  return wrapped;
}
