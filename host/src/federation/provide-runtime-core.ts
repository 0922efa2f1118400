import * as runtimeCore from '@module-federation/runtime-core';

declare global {
  var _FEDERATION_RUNTIME_CORE: typeof runtimeCore | undefined;
}

/**
 * Federation runtime plugin that gives every remote the host's copy of the runtime: their entries are built without
 * one (`externalRuntime`). The built-in option for this bundles the runtime twice.
 */
// biome-ignore lint/style/noDefaultExport: the federation runtime calls a plugin's default export.
export default function provideRuntimeCore() {
  return {
    name: 'provide-runtime-core',
    beforeInit<T>(args: T): T {
      globalThis._FEDERATION_RUNTIME_CORE ??= runtimeCore;
      return args;
    },
  };
}
