import type { Page } from '@playwright/test';

/** What a browser keeps of a page beside its cookies, place by place, as text. */
export type Remains = Readonly<Record<string, string>>;

/** Everything that the page's origin has stored and that its history tells. */
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
    // Beside the router's own numbers there is only what a page leaves with its address.
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
      'addresses asked for': performance
        .getEntriesByType('resource')
        .map(({ name }) => name)
        .join('\n'),
    };
  });
}

/** A customer's own facts, by name. */
export type Secrets = Readonly<Record<string, string>>;

/** Where one of the secrets stands, whatever its case or its encoding in an address. */
export function findSecrets(places: Remains, secrets: Secrets): string[] {
  return Object.entries(places).flatMap(([place, text]) => {
    const plain = readable(text).toLowerCase();
    return Object.entries(secrets)
      .filter(([, secret]) => secret !== '' && plain.includes(secret.toLowerCase()))
      .map(([name]) => `${place} holds ${name}`);
  });
}

function readable(text: string): string {
  try {
    return `${text}\n${decodeURIComponent(text)}`;
  } catch {
    return text;
  }
}
