import { cpSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { integrityOf } from '@portal/federation-cli/release-json';

/** The cookie that makes an armed release throw: `entry-start`, `page-start`, `page-render`, `lazy-start`, `lazy-render`. */
export const armingCookie = 'chaos';

const files = { entry: /^remote-entry\./, page: /^page-payments\..*\.js$/, lazy: /^sidebar-top-up\..*\.js$/ };

interface ReleaseFile {
  version: string;
  files: Record<string, { size: number; integrity: string }>;
}

/**
 * Writes a release of finances whose code throws when a cookie is set, with valid hashes: the fault passes every integrity
 * check and goes away with the cookie. Returns its folder.
 */
export function writeArmedRelease(from: string, folder: string): string {
  const release: ReleaseFile = JSON.parse(readFileSync(path.join(from, 'release.json'), 'utf8'));
  const to = path.join(folder, 'armed', release.version);
  rmSync(to, { recursive: true, force: true });
  cpSync(from, to, { recursive: true });
  release.version += '.armed';
  for (const name of Object.keys(release.files)) {
    const part = Object.entries(files).find(([, pattern]) => pattern.test(name))?.[0];
    if (part === undefined) continue;
    const file = path.join(to, name);
    const content = readFileSync(file, 'utf8');
    const code = part === 'entry' ? content : throwInRender(content, `${part}-render`);
    const armed = `if(${isArmed(`${part}-start`)})throw new Error("armed: at start");${code}`;
    writeFileSync(file, armed);
    // A server would send the compressed copies, which contain the unchanged file.
    for (const copy of [`${file}.br`, `${file}.gz`]) rmSync(copy, { force: true });
    release.files[name] = { size: Buffer.byteLength(armed), integrity: integrityOf(Buffer.from(armed)) };
  }
  writeFileSync(path.join(to, 'release.json'), JSON.stringify(release));
  return to;
}

function isArmed(value: string): string {
  return `document.cookie.includes("${armingCookie}=${value}")`;
}

function throwInRender(code: string, value: string): string {
  // The wrapper is created once: the module's default must be the same component in every render.
  const wrapped = code.replace(
    /\bdefault:\(\)=>([\w$]+)/,
    (_, name: string) =>
      `default:()=>${name}.armed??=p=>{if(${isArmed(value)})throw new Error("armed: in render");return ${name}(p)}`,
  );
  if (wrapped === code) throw new Error(`no component to arm for ${value}`);
  return wrapped;
}
