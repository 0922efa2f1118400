import { existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import type { BrowserContext } from '@playwright/test';
import { readAreaBuild } from '@portal/federation-cli/read-build';
import type { LiveRelease } from '@portal/federation-contract/composition';
import type { FaultProxy } from '@portal/testbed/proxy/fault-proxy';
import { transportFaults } from '@portal/testbed/proxy/faults';
import { writeAlteredRelease } from '@portal/testbed/releases/altered-release';
import type { Cell, CellFault, Part } from './cells.ts';

export interface Target {
  /** The release of finances that fails. */
  active: LiveRelease;
  /** File of the live composition; undefined where it must be left alone. */
  compositionFile: string | undefined;
}

interface Scene extends Target {
  proxy: FaultProxy;
  context: BrowserContext;
}

export interface Injected {
  lift: () => Promise<void>;
}

/** Brings a cell's fault about. */
export async function inject({ part, fault, visit }: Cell, scene: Scene): Promise<Injected> {
  const { proxy, context, active, compositionFile } = scene;
  if (part === 'manifest' && visit === 'first load') return spoil(compositionFile, fault);
  const armed = armedBy(part, fault);
  if (armed !== undefined) {
    await context.addCookies([{ name: armingCookie, value: armed, url: proxy.url }]);
    return { lift: () => context.clearCookies({ name: armingCookie }) };
  }
  proxy.inject(fileOf(part, active), transportFault(fault));
  return { lift: async () => proxy.lift() };
}

function armedBy(part: Part, fault: CellFault): string | undefined {
  const name = part.split(' ')[0];
  if (fault === 'throws at start') return `${name}-start`;
  return fault === 'throws in render' ? `${name}-render` : undefined;
}

function transportFault(fault: CellFault) {
  const found = Object.entries(transportFaults).find(([name]) => name === fault)?.[1];
  if (found === undefined) throw new Error(`"${fault}" is no fault of the transport`);
  return found;
}

function fileOf(part: Part, { base, entry }: LiveRelease): (path: string) => boolean {
  const files: Partial<Record<Part, (name: string) => boolean>> = {
    entry: (name) => name === entry,
    'page chunk': (name) => /^page-payments\..*\.js$/.test(name),
    'lazy chunk': (name) => /^sidebar-top-up\..*\.js$/.test(name),
    'style sheet': (name) => /^page-payments\..*\.css$/.test(name),
    locale: (name) => name === 'locales/en/financesPayments.json',
  };
  const fits = files[part];
  return (path) => {
    const { pathname } = new URL(path, 'http://portal.invalid');
    if (fits === undefined) return pathname === '/composition.json';
    return pathname.startsWith(base) && fits(pathname.slice(base.length));
  };
}

/** What can become of the file that the server reads the composition from. */
function spoil(file: string | undefined, fault: CellFault): Injected {
  if (file === undefined) throw new Error('this portal does not let its composition be spoiled');
  const kept = `${file}.kept`;
  const text = readFileSync(file, 'utf8');
  renameSync(file, kept);
  if (fault === '500') mkdirSync(file);
  if (fault === 'HTML 200') writeFileSync(file, '<!doctype html><p>Hello</p>');
  if (fault === 'truncated') writeFileSync(file, text.slice(0, text.length / 2));
  if (fault === 'wrong hash') writeFileSync(file, text.replace('page-payments', 'page-payment$'));
  const lift = async () => {
    if (!existsSync(kept)) return;
    rmSync(file, { recursive: true, force: true });
    renameSync(kept, file);
  };
  return { lift };
}

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
