import { existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import type { BrowserContext } from '@playwright/test';
import type { LiveRelease } from '@portal/federation-contract/composition';
import type { FaultProxy } from '@portal/testbed/proxy/fault-proxy';
import { transportFaults } from '@portal/testbed/proxy/faults';
import { armingCookie } from './armed-release.ts';
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
