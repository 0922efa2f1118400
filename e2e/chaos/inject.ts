import { existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import type { BrowserContext } from '@playwright/test';
import type { LiveRelease } from '@portal/federation-contract/composition';
import type { FaultProxy } from '@portal/testbed/proxy/fault-proxy';
import { transportFaults } from '@portal/testbed/proxy/faults';
import { armingCookie } from '@portal/testbed/releases/armed-release';
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

export type Lift = () => Promise<void>;

/** Injects the fault of a cell. Returns a function that removes it. */
export async function inject({ part, fault, visit }: Cell, scene: Scene): Promise<Lift> {
  const { proxy, context, active, compositionFile } = scene;
  if (part === 'manifest' && visit === 'first load') return damage(compositionFile, fault);
  if (fault === 'throws at start' || fault === 'throws in render') {
    const value = `${part.split(' ')[0]}-${fault.split(' ').at(-1)}`;
    await context.addCookies([{ name: armingCookie, value, url: proxy.url }]);
    return () => context.clearCookies({ name: armingCookie });
  }
  proxy.inject(fileOf(part, active), transportFaults[fault]);
  return async () => proxy.lift();
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
function damage(file: string | undefined, fault: CellFault): Lift {
  if (file === undefined) throw new Error('the composition of this portal must not be changed');
  const backup = `${file}.backup`;
  const text = readFileSync(file, 'utf8');
  renameSync(file, backup);
  if (fault === '500') mkdirSync(file);
  if (fault === 'HTML 200') writeFileSync(file, '<!doctype html><p>Hello</p>');
  if (fault === 'truncated') writeFileSync(file, text.slice(0, text.length / 2));
  if (fault === 'wrong hash') writeFileSync(file, text.replace('page-payments', 'page-payment$'));
  return async () => {
    if (!existsSync(backup)) return;
    rmSync(file, { recursive: true, force: true });
    renameSync(backup, file);
  };
}
