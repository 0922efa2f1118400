import {
  findShared,
  loadShared,
  type ModuleFactory,
  type ShareScope,
  sharedNow,
} from '@portal/federation-contract/share-scope';

/** What a release asks for: `customShareInfo.shareConfig` of Module Federation's runtime. */
interface FormerDemand {
  customShareInfo: { shareConfig: { requiredVersion?: string | false } };
}

interface FormerOptions {
  name: string;
}

/**
 * The part of Module Federation's runtime that entries of releases from before decision 0080 take from the host; one instance
 * for each entry. Remove it when no release of that age is live, previous or canary.
 */
class ModuleFederation {
  readonly options: FormerOptions;
  readonly name: string;
  readonly shareScopeMap: Record<string, ShareScope> = {};

  constructor(options: FormerOptions) {
    this.options = options;
    this.name = options.name;
  }

  initOptions(): void {}

  registerShared(): void {}

  initializeSharing(): Promise<void>[] {
    return [];
  }

  initShareScopeMap(name: string, scope: ShareScope): void {
    this.shareScopeMap[name] = scope;
  }

  /** False when the host does not provide the module. */
  async loadShare(shareKey: string, demand: FormerDemand): Promise<ModuleFactory | false> {
    const shared = this.#find(shareKey, demand);
    return shared === undefined ? false : loadShared(shared);
  }

  loadShareSync(shareKey: string, demand: FormerDemand): ModuleFactory | undefined {
    const shared = this.#find(shareKey, demand);
    return shared === undefined ? undefined : sharedNow(shared);
  }

  #find(shareKey: string, { customShareInfo: { shareConfig } }: FormerDemand) {
    const { requiredVersion } = shareConfig;
    return findShared(this.shareScopeMap['default'] ?? {}, {
      shareKey,
      ...(requiredVersion !== undefined && { requiredVersion }),
    });
  }
}

/** Provides the runtime under the name by which the entries know it. Call it before any of them runs. */
export function provideFormerRuntime(): void {
  const runtime = {
    ModuleFederation,
    CurrentGlobal: { __FEDERATION__: { __INSTANCES__: [] } },
    getGlobalFederationConstructor: () => ModuleFederation,
    setGlobalFederationConstructor: () => undefined,
    setGlobalFederationInstance: () => undefined,
    helpers: { global: {}, share: {}, utils: {} },
  };
  Reflect.set(globalThis, '_FEDERATION_RUNTIME_CORE', runtime);
}
