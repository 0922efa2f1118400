import { beforeAll, expect, test } from '@jest/globals';
import type { ModuleFactory, ShareScope } from '@portal/federation-contract/share-scope';
import { provideFormerRuntime } from './former-runtime.ts';

/** The members that entries use, in the order in which they use them. */
interface FormerRuntime {
  ModuleFederation: unknown;
  CurrentGlobal: { __FEDERATION__: { __INSTANCES__: { options: object }[] } };
  getGlobalFederationConstructor: () => new (options: { name: string }) => Instance;
  setGlobalFederationConstructor: (value: unknown) => void;
  setGlobalFederationInstance: (instance: Instance) => void;
}

interface Instance {
  name: string;
  options: { name: string };
  shareScopeMap: Record<string, ShareScope>;
  initOptions: (options: object) => void;
  initShareScopeMap: (name: string, scope: ShareScope) => void;
  initializeSharing: (name: string) => Promise<void>[];
  loadShare: (name: string, demand: object) => Promise<ModuleFactory | false>;
}

const factory = () => 'React';
const scope: ShareScope = { react: { '19.3.1': { version: '19.3.1', get: () => factory } } };
const demandOf = (requiredVersion: string) => ({
  customShareInfo: { shareConfig: { requiredVersion, strictVersion: true, singleton: true } },
});
let instance: Instance;

beforeAll(() => {
  provideFormerRuntime();
  const runtime: FormerRuntime = Reflect.get(globalThis, '_FEDERATION_RUNTIME_CORE');
  runtime.setGlobalFederationConstructor(runtime.ModuleFederation);
  expect(runtime.CurrentGlobal.__FEDERATION__.__INSTANCES__).toEqual([]);
  const Constructor = runtime.getGlobalFederationConstructor();
  instance = new Constructor({ name: 'finances_0_0_9' });
  runtime.setGlobalFederationInstance(instance);
  instance.initOptions({ name: 'finances_0_0_9', remotes: [] });
  instance.initShareScopeMap('default', scope);
});

test('gives an entry of a former release the share scope of the page', () => {
  expect(instance.options.name).toBe('finances_0_0_9');
  expect(instance.shareScopeMap['default']).toBe(scope);
  expect(instance.initializeSharing('default')).toEqual([]);
});

test('loads the modules that the host provides', async () => {
  await expect(instance.loadShare('react', demandOf('^19.3.0'))).resolves.toBe(factory);
  await expect(instance.loadShare('lodash', demandOf('^4.0.0'))).resolves.toBe(false);
});

test('refuses a version that does not satisfy the release', async () => {
  await expect(instance.loadShare('react', demandOf('^20.0.0'))).rejects.toThrow('does not satisfy ^20.0.0');
});
