import type { Page } from '@playwright/test';

/** What a browser stores for a page beside cookies, as text by place. */
export type Remains = Readonly<Record<string, string>>;

/** Reads everything the page's origin has stored, its address and its history state. */
export async function readRemains(page: Page): Promise<Remains> {
  return page.evaluate(async () => {
    const stored = (storage: Storage) => (storage.length === 0 ? '' : JSON.stringify({ ...storage }));
    const databases = async () => {
      const contents: unknown[] = [];
      for (const { name } of await indexedDB.databases()) {
        const database = await new Promise<IDBDatabase>((resolve, reject) => {
          const opening = indexedDB.open(name ?? '');
          opening.onsuccess = () => resolve(opening.result);
          opening.onerror = () => reject(opening.error);
        });
        for (const store of database.objectStoreNames) {
          const reading = database.transaction(store).objectStore(store).getAll();
          await new Promise((resolve) => {
            reading.onsuccess = resolve;
          });
          contents.push(name, store, reading.result);
        }
        database.close();
      }
      return contents.length === 0 ? '' : JSON.stringify(contents);
    };
    const cached = async () => {
      const contents: string[] = [];
      for (const name of await caches.keys()) {
        const cache = await caches.open(name);
        for (const request of await cache.keys())
          contents.push(name, request.url, (await (await cache.match(request))?.text()) ?? '');
      }
      return contents.join('\n');
    };
    // The router stores its own numbers here, and a page the state of its entry.
    const state = JSON.stringify(history.state ?? null);
    return {
      localStorage: stored(localStorage),
      sessionStorage: stored(sessionStorage),
      IndexedDB: await databases(),
      'Cache Storage': await cached(),
      'history.state': state,
      'document.cookie': document.cookie,
      'window.name': window.name,
      address: location.href,
      'requested addresses': performance
        .getEntriesByType('resource')
        .map(({ name }) => name)
        .join('\n'),
    };
  });
}

/** Data of the customer, by a name for the report. */
export type Secrets = Readonly<Record<string, string>>;

/** Lists the places that contain a secret, in any case of letters and also encoded as in an address. */
export function findSecrets(places: Remains, secrets: Secrets): string[] {
  return Object.entries(places).flatMap(([place, text]) => {
    const plain = readable(text).toLowerCase();
    return Object.entries(secrets)
      .filter(([, secret]) => secret !== '' && plain.includes(secret.toLowerCase()))
      .map(([name]) => `${place} contains ${name}`);
  });
}

function readable(text: string): string {
  try {
    return `${text}\n${decodeURIComponent(text)}`;
  } catch {
    return text;
  }
}
