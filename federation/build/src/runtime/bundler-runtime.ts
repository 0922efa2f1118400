import {
  findShared,
  loadShared,
  type ModuleFactory,
  type ShareDemand,
  type SharedVersion,
  type ShareScope,
  sharedNow,
} from '@portal/federation-contract/share-scope';

// The names of this file are those that Module Federation's webpack plugin writes into the builds.

interface WebpackModule {
  exports: unknown;
}

interface ConsumedModule extends ShareDemand {
  /** The build's own copy of the module; throws without one. */
  fallback: () => ModuleFactory | Promise<ModuleFactory>;
}

interface WebpackRequire {
  /** Module factories by id. */
  m: Record<string, (module: WebpackModule) => void>;
  /** Module cache by id. */
  c: Record<string, unknown>;
  /** Whether an object has a member of its own. */
  o: (object: object, key: string) => boolean;
  /** Share scopes by name. */
  S: Record<string, ShareScope>;
  federation: {
    initOptions: { name: string; shared?: Record<string, SharedVersion[]> };
  };
  consumesLoadingData: {
    chunkMapping?: Record<string, string[]>;
    moduleIdToConsumeDataMapping?: Record<string, ConsumedModule>;
  };
}

interface Requirer {
  webpackRequire: WebpackRequire;
}

/** Modules that are being loaded, or 0 for those that are loaded, by id. */
type InstalledModules = Record<string, Promise<void> | 0>;

interface ConsumeOptions extends Requirer {
  chunkId: string;
  promises: (Promise<unknown> | 0 | undefined)[];
  installedModules: InstalledModules;
}

interface InitialConsumeOptions extends Requirer {
  initialConsumes?: string[];
  installedModules: InstalledModules;
}

interface ContainerOptions extends Requirer {
  /** The host's. */
  shareScope: ShareScope;
}

/**
 * The part of Module Federation that runs in a build, host or area: it provides the build's shared modules and takes those of
 * the share scope. It replaces the plugin's runtime (docs/decisions/0080-federation-runtime.md): there are no remotes to
 * resolve, since the composition lists them, and no versions to negotiate, since the gate compares them.
 */
const bundlerRuntime = {
  S: {},

  /** Begins the share scope with the build's own modules. */
  init({ webpackRequire }: Requirer): object {
    const { name, shared } = webpackRequire.federation.initOptions;
    const scope: ShareScope = {};
    addShared(scope, shared, name);
    webpackRequire.S = { default: scope };
    return { name };
  },

  /** Replaces the share scope of a container by the host's. */
  initContainerEntry({ webpackRequire, shareScope }: ContainerOptions): void {
    const { name, shared } = webpackRequire.federation.initOptions;
    addShared(shareScope, shared, name);
    webpackRequire.S = { default: shareScope };
  },

  /** A share scope needs no other initialization. */
  I: (): boolean => true,

  /** Loads the shared modules that a chunk imports. A module that cannot be loaded throws when it is imported. */
  consumes({ chunkId, promises, installedModules, webpackRequire }: ConsumeOptions): void {
    for (const id of webpackRequire.consumesLoadingData.chunkMapping?.[chunkId] ?? []) {
      if (!webpackRequire.o(installedModules, id))
        installedModules[id] = loadFactory(webpackRequire, id).then(
          (factory) => {
            installedModules[id] = 0;
            setModule(webpackRequire, id, factory);
          },
          (error: unknown) => {
            delete installedModules[id];
            setModule(webpackRequire, id, () => {
              throw error;
            });
          },
        );
      promises.push(installedModules[id]);
    }
  },

  /** Sets the shared modules that the build's first chunks import. */
  installInitialConsumes({ initialConsumes, installedModules, webpackRequire }: InitialConsumeOptions): void {
    for (const id of initialConsumes ?? [])
      setModule(webpackRequire, id, () => {
        installedModules[id] = 0;
        const demand = demandOf(webpackRequire, id);
        const shared = findShared(scopeOf(webpackRequire), demand);
        const factory = shared === undefined ? demand.fallback() : sharedNow(shared);
        if (typeof factory !== 'function') throw new Error(`${demand.shareKey} is not loaded yet`);
        return factory();
      });
  },
};

// biome-ignore lint/style/noDefaultExport: the builds import the default export of the runtime.
export default { runtime: {}, bundlerRuntime, bundlerRuntimeOptions: {} };

/** Adds modules to a share scope that has no version of them. */
function addShared(scope: ShareScope, shared: Record<string, SharedVersion[]> = {}, from: string): void {
  for (const [name, versions] of Object.entries(shared))
    scope[name] ??= Object.fromEntries(versions.map((one) => [one.version, { ...one, from }]));
}

async function loadFactory(webpackRequire: WebpackRequire, id: string): Promise<ModuleFactory> {
  const demand = demandOf(webpackRequire, id);
  const shared = findShared(scopeOf(webpackRequire), demand);
  return shared === undefined ? demand.fallback() : loadShared(shared);
}

function setModule(webpackRequire: WebpackRequire, id: string, factory: ModuleFactory): void {
  webpackRequire.m[id] = (module) => {
    delete webpackRequire.c[id];
    module.exports = factory();
  };
}

function demandOf({ consumesLoadingData }: WebpackRequire, id: string): ConsumedModule {
  const demand = consumesLoadingData.moduleIdToConsumeDataMapping?.[id];
  if (demand === undefined) throw new Error(`The build consumes no module ${id}`);
  return demand;
}

function scopeOf({ S }: WebpackRequire): ShareScope {
  return S['default'] ?? {};
}
