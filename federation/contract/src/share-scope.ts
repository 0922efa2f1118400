/** Returns the exports of a module. */
export type ModuleFactory = () => unknown;

/** A version of a shared module, in the format of Module Federation 2. */
export interface SharedVersion {
  version: string;
  /** Loads the module's code; an eager module returns its factory immediately. */
  get: () => ModuleFactory | Promise<ModuleFactory>;
  /** The factory, once the code is loaded. */
  lib?: ModuleFactory;
  loading?: Promise<ModuleFactory> | null;
  loaded?: boolean;
  /** Name of the build that provides it. */
  from?: string;
}

/** Request of a shared module → version → the module. */
export type ShareScope = Record<string, Record<string, SharedVersion>>;

/** What a build demands of a shared module. */
export interface ShareDemand {
  shareKey: string;
  /** `^1.2.0`, as builds write it. */
  requiredVersion?: string | false;
}

/** No version in the share scope satisfies a build. */
export class UnsatisfiedShareError extends Error {
  override readonly name = 'UnsatisfiedShareError';
}

/**
 * The module of a share scope that satisfies a build; undefined when the scope has none of that name. A scope has one version
 * of each module. Throws UnsatisfiedShareError: no module runs twice.
 */
export function findShared(
  scope: ShareScope,
  { shareKey, requiredVersion }: ShareDemand,
): SharedVersion | undefined {
  const versions = Object.values(scope[shareKey] ?? {});
  const found = versions.find(({ version }) => isSatisfied(version, requiredVersion));
  const [other] = versions;
  if (found === undefined && other !== undefined)
    throw new UnsatisfiedShareError(
      `Version ${other.version} of the shared module ${shareKey} does not satisfy ${requiredVersion}`,
    );
  return found;
}

/** Loads the code of a shared module, once for all builds. A failure can be retried. */
export async function loadShared(shared: SharedVersion): Promise<ModuleFactory> {
  if (shared.lib !== undefined) return shared.lib;
  shared.loading ??= Promise.resolve(shared.get()).then(
    (factory) => {
      shared.loaded = true;
      shared.lib = factory;
      return factory;
    },
    (error: unknown) => {
      shared.loading = null;
      throw error;
    },
  );
  return shared.loading;
}

/** The factory of a shared module whose code is loaded; undefined when it is not. */
export function sharedNow(shared: SharedVersion): ModuleFactory | undefined {
  const factory = shared.lib ?? shared.get();
  if (typeof factory !== 'function') return undefined;
  shared.loaded = true;
  shared.lib = factory;
  return factory;
}

/** Whether a version satisfies a caret range: the same major version, or minor version below 1.0, and no earlier one. */
export function isSatisfied(version: string, range: string | false | undefined): boolean {
  if (!range) return true;
  const wanted = numbersOf(range.replace(/^\^/, ''));
  const given = numbersOf(version);
  const difference = wanted.findIndex((number, index) => number !== given[index]);
  if (difference === -1) return true;
  const isLater = (given[difference] ?? 0) > (wanted[difference] ?? 0);
  const fixed = wanted.findIndex((number) => number !== 0);
  return range.startsWith('^') && isLater && difference > fixed && fixed !== -1;
}

function numbersOf(version: string): number[] {
  return version.split('-', 1).join().split('.').map(Number);
}
