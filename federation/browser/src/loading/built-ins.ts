import { reportAltered } from './release-telemetry.ts';

/** Globals that the shell uses at any time. No area can replace them. */
const fixedGlobals = ['fetch', 'history', 'portalSecure', 'portalAttempt'];
// Not HTMLElement: React Aria, which the host provides, replaces its method `focus`.
const watched =
  'Object Function Array String Number Boolean Symbol Promise Map Set WeakMap RegExp Date Error JSON Math Reflect URL URLSearchParams Request Response Headers AbortController EventTarget Node Element Document Storage SubtleCrypto TextDecoder';

interface Original {
  name: string;
  owner: object;
  key: PropertyKey;
  descriptor: PropertyDescriptor;
}

// The check must work although any of these has been altered.
const { defineProperty, deleteProperty, get, getOwnPropertyDescriptor, ownKeys } = Reflect;
let originals: readonly Original[] = [];
let ownKeyCount = 0;

/** Fixes the globals that the shell depends on and records the built-ins. Call it once, before an area's code runs. */
export function protectBuiltIns(): void {
  for (const name of fixedGlobals) {
    const value: unknown = get(globalThis, name);
    defineProperty(globalThis, name, { value, writable: false, configurable: false });
  }
  Object.freeze(History.prototype);
  Object.freeze(history);
  const prototypes = watched.split(' ').flatMap((name) => {
    const builtIn = get(globalThis, name);
    const { prototype } = builtIn ?? {};
    return [
      ...(builtIn === undefined ? [] : functionsOf(`${name}.`, builtIn)),
      ...(prototype === undefined ? [] : functionsOf(`${name}.prototype.`, prototype)),
    ];
  });
  const globals = functionsOf('', globalThis).filter(({ descriptor: { value } }) => isNative(value));
  originals = [...globals, ...prototypes];
  ownKeyCount = ownKeys(Object.prototype).length;
}

/** Restores the built-ins that the code of an area has altered, and reports the area. Call it after code of the area has run. */
export function checkBuiltIns(area: string): void {
  let names = '';
  // No `for … of`: the iterator of arrays may be what was altered.
  for (let index = 0; index < originals.length; index += 1) {
    const original = originals[index];
    if (original === undefined || !isAltered(original)) continue;
    names += ` ${original.name}`;
    defineProperty(original.owner, original.key, original.descriptor);
  }
  if (ownKeyCount > 0) names += removeAdditions();
  if (names !== '') reportAltered(area, names);
}

/** Removes what was added to every object; its own keys are in the order of their addition. */
function removeAdditions(): string {
  let names = '';
  const keys = ownKeys(Object.prototype);
  for (let index = ownKeyCount; index < keys.length; index += 1) {
    names += ` Object.prototype.${String(keys[index])}`;
    deleteProperty(Object.prototype, keys[index] ?? '');
  }
  return names;
}

function functionsOf(prefix: string, owner: object): Original[] {
  return ownKeys(owner).flatMap((key) => {
    const descriptor = getOwnPropertyDescriptor(owner, key);
    const isFunction = typeof (descriptor?.value ?? descriptor?.get) === 'function';
    return descriptor?.configurable === true && isFunction
      ? [{ name: prefix + String(key), owner, key, descriptor }]
      : [];
  });
}

function isAltered({ owner, key, descriptor }: Original): boolean {
  const now = getOwnPropertyDescriptor(owner, key);
  return now?.value !== descriptor.value || now?.get !== descriptor.get || now?.set !== descriptor.set;
}

function isNative(value: unknown): boolean {
  return typeof value === 'function' && Function.prototype.toString.call(value).includes('[native code]');
}
