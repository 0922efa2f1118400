import * as v from 'valibot';
import { changeOptionsSchema, defineCommand } from '../cli/command.ts';
import { copyFile, liveFile, newestCopy } from '../composition/composition-file.ts';
import { OperationRefused } from '../operations/live-units.ts';

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
      const newest = await newestCopy(store, key, 0);
      if (newest === undefined)
        throw new OperationRefused(
          `${store.place} has no composition that this key has signed: deploy again`,
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
