import { nextTask } from './next-task.ts';
import { reportAltered } from './release-telemetry.ts';

/** Globals that the shell uses at any time. No area can replace or delete them. */
const fixedGlobals =
  'fetch history portalSecure portalAttempt setTimeout clearTimeout setInterval clearInterval queueMicrotask requestAnimationFrame cancelAnimationFrame addEventListener removeEventListener dispatchEvent localStorage sessionStorage crypto Promise JSON Reflect URL URLSearchParams Request Response Headers AbortController AbortSignal MutationObserver';
/** Objects whose functions no area can replace. Libraries do not replace them in objects that inherit from these. */
const fixedObjects =
  'JSON Reflect Promise Promise.prototype EventTarget.prototype Storage.prototype Crypto.prototype SubtleCrypto.prototype History.prototype';
/**
 * Objects whose functions are restored. They cannot be fixed: webpack gives arrays a `push` of their own, and React Aria,
 * which the host provides, replaces the method `focus` of HTMLElement.
 */
const watchedObjects =
  'Object Function Array String Number Boolean Symbol Map Set WeakMap RegExp Date Error Math URL URLSearchParams Request Response Headers AbortController AbortSignal Node Element Document HTMLScriptElement HTMLLinkElement HTMLAnchorElement TextEncoder TextDecoder';
/** Objects whose inherited functions an area could hide behind properties of its own. */
const singletons = 'document navigator crypto performance';
/** What accessibility checkers that run in the page replace; the shell does not use it. */
const setByTools = ['elementsFromPoint'];

/** Milliseconds. A check takes a fraction of one. */
const checkInterval = 1_000;

/** How many globals are read in one task. */
const globalsPerTask = 100;

interface Original {
  name: string;
  owner: object;
  key: PropertyKey;
  descriptor: PropertyDescriptor;
}

// The check must work although any of these has been altered.
const { defineProperty, deleteProperty, get, getOwnPropertyDescriptor, getPrototypeOf, has, ownKeys } =
  Reflect;
let originals: Original[] = [];
let ownKeyCount = 0;
let inherited: { name: string; owner: object; known: Set<PropertyKey> }[] = [];
const ran = new Set<string>();

/**
 * Reads every global once, in several tasks: the browser creates an interface when it is first read, and all of them would
 * block a slow phone for 50 ms. `protectBuiltIns` is fast afterwards.
 */
export async function readGlobals(): Promise<void> {
  for (const [index, key] of ownKeys(globalThis).entries()) {
    if (index % globalsPerTask === 0) await nextTask();
    getOwnPropertyDescriptor(globalThis, key);
  }
}

/**
 * Fixes what the shell depends on, so that altering it throws in the code that tries, and records the other built-ins. Call it
 * once, before an area's code runs.
 */
export function protectBuiltIns(): void {
  for (const name of fixedGlobals.split(' ')) fix(globalThis, name);
  for (const name of fixedObjects.split(' ')) {
    const owner = objectAt(name);
    for (const { key } of functionsOf('', owner)) if (key !== 'constructor') fix(owner, key);
  }
  Object.freeze(history);
  const globals = functionsOf('', globalThis).filter(({ descriptor: { value } }) => isNative(value));
  const owners = watchedObjects.split(' ').flatMap((name) => [name, `${name}.prototype`]);
  originals = [...globals, ...owners.flatMap((name) => functionsOf(`${name}.`, objectAt(name)))];
  ownKeyCount = ownKeys(Object.prototype).length;
  inherited = singletons.split(' ').map((name) => {
    const owner = objectAt(name);
    return { name, owner, known: new Set([...ownKeys(owner), ...setByTools]) };
  });
  // A timer of an area may alter something at any time: it is restored before the customer's next action is handled.
  for (const type of ['pointerdown', 'keydown']) addEventListener(type, () => checkBuiltIns(), true);
  setInterval(checkBuiltIns, checkInterval);
}

/** Call it before an area's code is executed: what another one has altered in the meantime must not count as this one's. */
export function beginRun(area: string): void {
  checkBuiltIns();
  ran.add(area);
}

/**
 * Restores the built-ins that an area has altered, and reports the area. Call it with the area after its code has run, and
 * without one at any other time.
 */
export function checkBuiltIns(area?: string): void {
  if (originals.length === 0) return;
  let names = '';
  // No `for … of`: the iterator of arrays may be what was altered.
  for (let index = 0; index < originals.length; index += 1) {
    const original = originals[index];
    if (original === undefined || !isAltered(original)) continue;
    names += ` ${original.name}`;
    // What cannot be restored is reported once.
    if (!defineProperty(original.owner, original.key, original.descriptor))
      defineProperty(originals, index, { value: undefined });
  }
  names += removeAdditions() + removeShadows();
  if (names !== '') reportAlteration(names, area);
}

/** Reports what was altered: of an area, or of the only one whose code has run in this page; of several, the candidates are listed. */
export function reportAlteration(names: string, area?: string): void {
  const [only] = ran;
  const culprit = area ?? (ran.size === 1 ? only : undefined);
  if (culprit !== undefined) reportAltered(culprit, names);
  else reportError(new Error(`one of ${[...ran].join(', ')} altered${names}`));
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

/** Removes the properties that hide inherited ones of the browser's objects. */
function removeShadows(): string {
  let names = '';
  for (const { name, owner, known } of inherited) {
    for (const key of ownKeys(owner)) {
      if (known.has(key) || !has(getPrototypeOf(owner) ?? {}, key)) continue;
      names += ` ${name}.${String(key)}`;
      known.add(key);
      if (deleteProperty(owner, key)) known.delete(key);
    }
  }
  return names;
}

/** An object by its path from the global object; an empty one for what this browser does not have. */
function objectAt(path: string): object {
  const found = path.split('.').reduce<unknown>((owner, key) => Object(owner)[key], globalThis);
  return Object(found);
}

/** Makes a property impossible to change. An inherited one becomes an own one, because it could be hidden otherwise. */
function fix(owner: object, key: PropertyKey): void {
  const descriptor = getOwnPropertyDescriptor(owner, key) ?? { value: get(owner, key), enumerable: true };
  const isAccessor = descriptor.get !== undefined;
  defineProperty(owner, key, { ...descriptor, configurable: false, ...(!isAccessor && { writable: false }) });
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
