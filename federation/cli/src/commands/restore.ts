import * as v from 'valibot';
import { changeOptionsSchema, defineCommand } from '../cli/command.ts';
import { copyFile, liveFile, newestCopy, readCompositionFile } from '../composition/composition-file.ts';
import { OperationRefused } from '../operations/live-units.ts';
import type { ReleaseStore, StoredFile } from '../store/release-store.ts';

export const restore = defineCommand({
  name: 'restore',
  summary: 'make the newest signed composition live again',
  options: {
    '--reason <text>': 'why, for the terminal only: the composition already has its record',
    '--accept-older': 'accept that newer compositions, which this machine has seen, are lost',
    '--dry-run': 'report what would be restored, and change nothing',
  },
  details:
    'For a composition.json that is missing, damaged, or has been replaced by an older one. Takes the newest numbered copy\nwith a valid signature; works with a folder and with S3. Needs no signing key.',
  input: v.object({
    reason: changeOptionsSchema.entries.reason,
    acceptOlder: v.optional(v.boolean(), false),
    dryRun: v.optional(v.boolean(), false),
  }),
  async run({ acceptOlder, dryRun: isDryRun }, { store, publicKey }) {
    const key = await publicKey();
    return store.exclusively(async () => {
      const file = await store.read(liveFile);
      const newest = await newestComposition(store, key, file);
      if (newest === undefined && acceptOlder) {
        store.seen?.forget();
        return {
          data: { number: null, isChanged: false, isDryRun },
          text: 'Nothing is left to restore: deploy again.',
        };
      }
      if (newest === undefined)
        throw new OperationRefused(
          `${store.place} has no composition that this key has signed: restore it from a backup, or begin again with --accept-older and a deployment`,
        );
      const { number } = newest.composition;
      const seen = store.seen?.highest() ?? 0;
      if (seen > number && !acceptOlder)
        throw new OperationRefused(
          `composition ${seen} has been live, and its copy ${copyFile(seen)} is missing: restore it from a backup, or accept composition ${number} with --accept-older`,
        );
      const isChanged = !file?.content.equals(newest.content);
      const data = { number, isChanged: isChanged && !isDryRun, isDryRun };
      if (!isChanged) return { data, text: `Composition ${number} is live already.` };
      if (isDryRun) return { data, text: `Dry run: composition ${number} would be live.` };
      await store.swap(liveFile, newest.content, file?.tag ?? null);
      if (acceptOlder) store.seen?.forget();
      store.seen?.record(number);
      return { data, text: `Composition ${number} is live again.` };
    });
  },
});

/** The newest signed composition: a copy, or the file itself if its writer was killed before the copy was written. */
async function newestComposition(store: ReleaseStore, key: string, file: StoredFile | undefined) {
  const live = file && (await readCompositionFile(file.content, key).catch(() => undefined));
  const copy = await newestCopy(store, key, (live?.composition.number ?? 1) - 1);
  return copy ?? (live && file && { ...live, ...file });
}
