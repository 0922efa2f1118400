/// <reference lib="dom" />

/** What the probe has recorded in a page. */
export interface Probed {
  errors: string[];
  rejections: string[];
  /** Milliseconds of the longest task so far; 0 when none took 50 ms. */
  longestTask: number;
  /** Built-ins that were replaced, removed or extended: `Array.prototype.map`. */
  changed: string[];
  /** Names of new globals. */
  added: string[];
  /** Keys of texts that i18next did not find: `voicing:title`. */
  missingTexts: string[];
}

/** Name of the global function that returns {@link Probed}. */
export const probeName = 'portalTrialRun';

/**
 * Runs in a page before any other script and records what happens there. Its source is sent to the browser, so it uses
 * nothing from outside. It works although an area has altered built-ins: it calls only functions that it saved at the
 * start, and no methods.
 */
export function probePage(name: string): void {
  const { defineProperty, getOwnPropertyDescriptor, ownKeys } = Reflect;
  const text = String;
  const probed: Probed = {
    errors: [],
    rejections: [],
    longestTask: 0,
    changed: [],
    added: [],
    missingTexts: [],
  };
  const add = (list: string[], entry: string) => {
    list[list.length] = entry;
  };
  addEventListener('error', ({ error, message }) => {
    if (message !== undefined) add(probed.errors, text(error ?? message));
  });
  addEventListener('unhandledrejection', ({ reason }) => add(probed.rejections, text(reason)));
  addEventListener('portal:missing-text', (event) => {
    if (event instanceof CustomEvent) add(probed.missingTexts, text(event.detail));
  });
  new PerformanceObserver((list) => {
    const entries = list.getEntries();
    for (let index = 0; index < entries.length; index += 1) {
      const duration = entries[index]?.duration ?? 0;
      if (duration > probed.longestTask) probed.longestTask = duration;
    }
  }).observe({ type: 'longtask', buffered: true });

  interface Snapshot {
    name: string;
    owner: object;
    keys: PropertyKey[];
    descriptors: (PropertyDescriptor | undefined)[];
  }
  const snapshots: Snapshot[] = [];
  const record = (label: string, owner: object) => {
    const keys = ownKeys(owner);
    snapshots[snapshots.length] = {
      name: label,
      owner,
      keys,
      descriptors: keys.map((key) => getOwnPropertyDescriptor(owner, key)),
    };
  };
  record('', globalThis);
  for (const key of ownKeys(globalThis)) {
    const value: unknown = getOwnPropertyDescriptor(globalThis, key)?.value;
    if (value === globalThis || value === null) continue;
    if (typeof value !== 'function' && typeof value !== 'object') continue;
    record(`${text(key)}.`, value);
    const prototype: unknown = getOwnPropertyDescriptor(value, 'prototype')?.value;
    if (typeof prototype === 'object' && prototype !== null) record(`${text(key)}.prototype.`, prototype);
  }

  const includes = (keys: readonly PropertyKey[], wanted: PropertyKey | undefined) => {
    for (let index = 0; index < keys.length; index += 1) if (keys[index] === wanted) return true;
    return false;
  };
  const isNew = ({ owner, keys }: Snapshot, key: PropertyKey) => {
    if (includes(keys, key)) return false;
    const { value, get, set } = getOwnPropertyDescriptor(owner, key) ?? {};
    // When React describes an error, it leaves Error.prepareStackTrace with the value undefined.
    return owner === globalThis || value !== undefined || get !== undefined || set !== undefined;
  };
  const compare = (snapshot: Snapshot, changed: string[], added: string[]) => {
    const { name: prefix, owner, keys, descriptors } = snapshot;
    for (let index = 0; index < keys.length; index += 1) {
      const key = keys[index] ?? '';
      const before = descriptors[index];
      const now = getOwnPropertyDescriptor(owner, key);
      if (now?.value !== before?.value || now?.get !== before?.get || now?.set !== before?.set)
        add(changed, prefix + text(key));
    }
    const present = ownKeys(owner);
    if (present.length === keys.length) return;
    for (let index = 0; index < present.length; index += 1) {
      const key = present[index] ?? '';
      if (isNew(snapshot, key)) add(prefix === '' ? added : changed, prefix + text(key));
    }
  };
  const read = (): Probed => {
    const changed: string[] = [];
    const added: string[] = [];
    for (let index = 0; index < snapshots.length; index += 1) {
      const snapshot = snapshots[index];
      if (snapshot !== undefined) compare(snapshot, changed, added);
    }
    return { ...probed, changed, added };
  };
  defineProperty(globalThis, name, { value: read });
}
