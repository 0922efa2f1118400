import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { publishRelease } from '../releases/publish-release.ts';
import { createSigningKey, type SigningKey } from '../signing/signing-key.ts';
import type { TrustedStore } from '../signing/trust.ts';
import type { ReleaseStore } from '../store/release-store.ts';
import { writeAreaBuild, writeHostBuild } from './builds.fixtures.ts';
import { memoryStore } from './memory-store.fixtures.ts';

type BuildRequest = Parameters<typeof writeAreaBuild>[2];

/** The key that signs releases where a test names none. */
export const fixtureKey: Promise<SigningKey> = temporaryKey();

/** Builds a release in a folder that is gone afterwards, and publishes it. */
export async function storeRelease(
  store: ReleaseStore,
  unit: string,
  version: string,
  { key, ...request }: BuildRequest & { key?: SigningKey } = {},
): Promise<void> {
  await inFolder(async (folder) => {
    if (unit === 'host') writeHostBuild(folder, { version, ...request });
    else writeAreaBuild(folder, unit, { version, ...request });
    await publishRelease(store, {
      unit,
      folder,
      by: 'ada',
      commit: null,
      sbomOf: null,
      key: key ?? (await fixtureKey),
    });
  });
}

/** A store in memory that trusts the fixtures' key. */
export async function trustingStore(): Promise<TrustedStore> {
  return { ...memoryStore(), trust: { publicKey: (await fixtureKey).publicKey, teamKeys: [] } };
}

/** A key that stands in no file any more. */
export function temporaryKey(): Promise<SigningKey> {
  return inFolder((folder) => createSigningKey(path.join(folder, 'key.pem')));
}

async function inFolder<T>(work: (folder: string) => Promise<T>): Promise<T> {
  const folder = mkdtempSync(path.join(tmpdir(), 'portal-build-'));
  return work(folder).finally(() => rmSync(folder, { recursive: true, force: true }));
}
