import type { ShareScope } from '@portal/federation-contract/share-scope';
import { secureElement } from './integrity.ts';

declare const __webpack_share_scopes__: Record<string, ShareScope>;

/** What the entry of an area's release sets as a global: Module Federation's container. */
interface Container {
  init: (scope: ShareScope, initScope: object[], options: object) => unknown;
  get: <Exports>(module: string) => Promise<() => Exports>;
}

interface ContainerPlace {
  /** Name of the container's global. */
  name: string;
  /** Absolute address of the entry. */
  address: string;
}

const containers = new Map<string, Promise<Container>>();

/**
 * Loads a module that a container exposes; the entry runs once for each address. Rejects when the entry, or the module, can
 * not be loaded; the next call requests it again.
 */
export async function loadExposed<Exports>(place: ContainerPlace, module: string): Promise<Exports> {
  const { address } = place;
  const container = containers.get(address) ?? startContainer(place);
  containers.set(address, container);
  try {
    const factory = await (await container).get<Exports>(module);
    return factory();
  } catch (error) {
    containers.delete(address);
    throw error;
  }
}

async function startContainer({ name, address }: ContainerPlace): Promise<Container> {
  // A further attempt must not take the container of the one before.
  Reflect.set(globalThis, name, undefined);
  await runScript(address);
  const container: Container | undefined = Reflect.get(globalThis, name);
  if (typeof container?.init !== 'function') throw new Error(`${address} has set no container "${name}"`);
  await container.init(__webpack_share_scopes__['default'] ?? {}, [], {});
  return container;
}

/** Runs a script of a release. Rejects when it cannot be fetched or is not what the composition states. */
function runScript(address: string): Promise<void> {
  const script = document.createElement('script');
  script.src = address;
  script.fetchPriority = 'high';
  secureElement(script);
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  script.addEventListener('load', () => resolve());
  script.addEventListener('error', () => reject(new Error(`${address} could not be loaded`)));
  document.head.append(script);
  return promise.finally(() => script.remove());
}
