import * as runtimeCore from '@module-federation/runtime-core';
import { secureElement } from './integrity.ts';
import { entryLimit } from './time-limits.ts';

declare global {
  var _FEDERATION_RUNTIME_CORE: typeof runtimeCore | undefined;
}

/**
 * The host's plugin of the federation runtime. It provides remotes with the host's copy of the runtime, because their
 * entries contain none (`externalRuntime`; the built-in option would bundle the runtime twice). It sets the hash of entries
 * and their time limit; the runtime's own limit is 20 s.
 */
// biome-ignore lint/style/noDefaultExport: the federation runtime calls a plugin's default export.
export default function portalRuntime() {
  return {
    name: 'portal-runtime',
    beforeInit<T>(args: T): T {
      globalThis._FEDERATION_RUNTIME_CORE ??= runtimeCore;
      return args;
    },
    createScript({ url }: { url: string }) {
      const script = document.createElement('script');
      script.src = url;
      secureElement(script);
      return { script, timeout: entryLimit };
    },
  };
}
