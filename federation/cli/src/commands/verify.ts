import { namedReleases } from '@portal/federation-contract/release-lookup';
import * as v from 'valibot';
import { defineCommand, originSchema, trustedStore } from '../cli/command.ts';
import type { Context } from '../cli/context.ts';
import { exitCodes } from '../cli/exit-codes.ts';
import { readLive } from '../composition/composition-file.ts';
import { readHistory } from '../composition/history.ts';
import { isPublished, NoSuchRelease, readStoredArea, readStoredHost } from '../releases/release-json.ts';
import type { TrustedStore } from '../signing/trust.ts';
import { readFromPortal, readFromStore, type Verified, verifyLive } from '../verify/verify-live.ts';

export const verify = defineCommand({
  name: 'verify',
  summary: 'fetch every live file and check its hash',
  options: { '--url <origin>': 'fetch from a running portal instead of the store' },
  details:
    'Checks the signature, every release.json, and every file of active, previous and canary releases, uncompressed and as\nBrotli and gzip; in the store, also the signatures of the releases and the whole chain of changes. Exit 5 when a hash or signature does not match.',
  input: v.object({ url: v.optional(originSchema) }),
  async run({ url }, context) {
    const { store, publicKey, progress } = context;
    progress(`verifying ${url ?? store.place}`);
    const read = url === undefined ? readFromStore(store) : readFromPortal(url);
    const trustedBy = url === undefined ? await trustedStore(context) : undefined;
    const verified = await verifyLive(read, await publicKey());
    if (trustedBy !== undefined) verified.faults.push(...(await publicationFaults(trustedBy)));
    const changes = url === undefined ? await verifyChain(context) : undefined;
    return {
      data: { ...verified, ...(changes === undefined ? {} : { changes }) },
      text: textOf(verified, url, changes),
      code: verified.faults.length === 0 ? exitCodes.done : exitCodes.unverified,
    };
  },
});

/** Live releases whose publication is not signed by a trusted key, or describes other bytes. */
async function publicationFaults(store: TrustedStore): Promise<string[]> {
  const live = await readLive(store, store.trust.publicKey);
  const named = live === undefined ? [] : namedReleases(live.composition);
  const faults = named.map(async ({ unit, release: { version, manifest } }) => {
    const name = { unit, version };
    // `verifyLive` reports a release that is missing.
    if (manifest === null || !(await isPublished(store, name))) return [];
    const read = unit === 'host' ? readStoredHost(store, name) : readStoredArea(store, name);
    return read.then(
      () => [],
      (error: unknown) => {
        if (!(error instanceof NoSuchRelease)) throw error;
        return error.message;
      },
    );
  });
  return (await Promise.all(faults)).flat();
}

/** Number of changes from the first composition to the live one. Throws CompositionRefused. */
async function verifyChain({ store, publicKey }: Context): Promise<number> {
  const key = await publicKey();
  let changes = 0;
  for await (const _entry of readHistory(store, await readLive(store, key), key)) changes += 1;
  return changes;
}

function textOf(
  { number, releases, files, faults }: Verified,
  url: string | undefined,
  changes: number | undefined,
): string {
  const chain = changes === undefined ? '' : `, ${changes} changes in an unbroken chain`;
  const other = url === undefined ? [] : ['The store was not read: run "portal verify" for it.'];
  if (faults.length === 0)
    return [
      `Composition ${number}: ${files} files of ${releases} releases match their signed hashes${chain}.`,
      ...other,
    ].join('\n');
  return [
    `Composition ${number}: ${faults.length} of ${files} files do not match their signed hashes:`,
    ...faults.map((fault) => `  ${fault}`),
    ...other,
    'What to do: docs/runbooks/rollback.md, "Something is damaged".',
  ].join('\n');
}
