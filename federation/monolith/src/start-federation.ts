import {
  configureFederation,
  type FederationSettings,
} from '@portal/federation-browser/federation-settings.ts';
import type { Area } from '@portal/federation-contract/area';
import { areas } from './areas.ts';

export type { FederationResources } from '@portal/federation-browser/start-federation.ts';

interface ProgramStart extends FederationSettings {
  inlinedComposition: unknown;
}

/** The areas, which are part of this program. */
export async function startFederation({
  inlinedComposition,
  ...settings
}: ProgramStart): Promise<readonly Area[]> {
  configureFederation(settings);
  const { host } = JSON.parse(String(Reflect.get(Object(inlinedComposition), 'payload')));
  // The server's policies are the same: a script needs a hash and a mode, and one named policy creates its address.
  globalThis.portalSecure = (element) => {
    const address = element instanceof HTMLScriptElement ? element.src : element.href;
    const file = host.files[new URL(address).pathname.slice(host.base.length)];
    element.crossOrigin = 'anonymous';
    element.integrity = file?.integrity ?? '';
  };
  globalThis.trustedTypes?.createPolicy('default', { createScriptURL: (url: string) => url });
  return areas;
}
