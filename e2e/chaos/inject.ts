import { existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import type { BrowserContext } from '@playwright/test';
import { readAreaBuild } from '@portal/federation-cli/release-json';
import type { LiveRelease } from '@portal/federation-contract/composition';
import type { FaultProxy } from '@portal/testbed/proxy/fault-proxy';
import { transportFaults } from '@portal/testbed/proxy/faults';
import { writeAlteredRelease } from '@portal/testbed/releases/altered-release';
import type { Cell, CellFault, Part } from './cells.ts';

export interface Target {
  /** The release of finances to fail. */
  active: LiveRelease;
  /** File of the live composition; undefined when it must not be changed. */
  compositionFile: string | undefined;
}

interface Scene extends Target {
  proxy: FaultProxy;
  context: BrowserContext;
}

export interface Injected {
  lift: () => Promise<void>;
}

/** Injects the fault of a cell. */
export async function inject({ part, fault, visit }: Cell, scene: Scene): Promise<Injected> {
  const { proxy, context, active, compositionFile } = scene;
  if (part === 'manifest' && visit === 'first load') return damage(compositionFile, fault);
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
  if (found === undefined) throw new Error(`"${fault}" is not a transport fault`);
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
  const matches = files[part];
  return (path) => {
    const { pathname } = new URL(path, 'http://portal.invalid');
    if (matches === undefined) return pathname === '/composition.json';
    return pathname.startsWith(base) && matches(pathname.slice(base.length));
  };
}

/** Damages the file from which the server reads the composition. */
function damage(file: string | undefined, fault: CellFault): Injected {
  if (file === undefined) throw new Error('the composition of this portal must not be changed');
  const backup = `${file}.backup`;
  const text = readFileSync(file, 'utf8');
  renameSync(file, backup);
  if (fault === '500') mkdirSync(file);
  if (fault === 'HTML 200') writeFileSync(file, '<!doctype html><p>Hello</p>');
  if (fault === 'truncated') writeFileSync(file, text.slice(0, text.length / 2));
  if (fault === 'wrong hash') writeFileSync(file, text.replace('page-payments', 'page-payment$'));
  const lift = async () => {
    if (!existsSync(backup)) return;
    rmSync(file, { recursive: true, force: true });
    renameSync(backup, file);
  };
  return { lift };
}

/** The cookie that makes an armed release throw: `entry-start`, `page-start`, `page-render`, `lazy-start`, `lazy-render`. */
export const armingCookie = 'chaos';

const files = { entry: /^remote-entry\./, page: /^page-payments\..*\.js$/, lazy: /^sidebar-top-up\..*\.js$/ };

/**
 * Writes a release of finances whose code throws when a cookie is set, with valid hashes: the fault passes every integrity
 * check and goes away with the cookie.
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
      const code = part === 'entry' ? content : throwInRender(content, `${part}-render`);
      return `if(${isArmed(`${part}-start`)})throw new Error("armed: at start");${code}`;
    },
  });
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
