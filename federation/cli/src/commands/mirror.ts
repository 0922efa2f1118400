import { setTimeout as sleep } from 'node:timers/promises';
import { CompositionRefused } from '@portal/federation-contract/signed-composition';
import * as v from 'valibot';
import { type CommandResult, defineCommand, wholeNumber } from '../cli/command.ts';
import { UsageError } from '../cli/exit-codes.ts';
import { mirrorRounds, mirrorStore } from '../compose/mirror-store.ts';
import { NoSuchRelease } from '../releases/release-json.ts';
import { dryRunStore } from '../store/dry-run-store.ts';
import { openStore } from '../store/open-store.ts';
import { type ReleaseStore, StoreError } from '../store/release-store.ts';

export const mirror = defineCommand({
  name: 'mirror',
  summary: 'copy the live set from the store to the folder that a BFF serves',
  options: {
    '--to <address>': "the BFF's PORTAL_DIR, or a store that is to be filled again",
    '--interval <seconds>': 'look for changes after this time; by default, run once',
    '--dry-run': 'list what would be copied, repaired and removed, and write nothing',
    '--check <seconds>': 'with --interval: look for damaged files after this time (60)',
  },
  details:
    "Copies what the live composition names, checks every hash, replaces damaged files, and then swaps the composition.\nCopies the history too, so that an emptied store can be filled again: --store <the mirror's folder> --to <the store>.\nNeeds no signing key.",
  input: v.object({
    to: v.string(),
    interval: v.optional(wholeNumber(1, 86_400)),
    check: v.optional(wholeNumber(1, 86_400), '60'),
    dryRun: v.optional(v.boolean(), false),
  }),
  async run({ to, interval, check, dryRun: isDryRun }, { store, publicKey, progress, environment }) {
    const target = openStore(to, environment, progress);
    const key = await publicKey();
    if (isDryRun) {
      if (interval !== undefined) throw new UsageError('--dry-run runs once: leave out --interval');
      return plan(store, target, key);
    }
    const round = mirrorRounds({ from: store, to: target, publicKey: key, checkEvery: check * 1000 });
    while (interval !== undefined) {
      await round().then(
        (mirrored) => {
          if (mirrored?.isChanged)
            progress(
              `composition ${mirrored.number} is live in ${target.place}; ${mirrored.copied} files copied`,
            );
        },
        (error: unknown) => {
          // The folder stays valid, and the next round may succeed.
          if (!isTemporary(error)) throw error;
          progress(error.message);
        },
      );
      await sleep(interval * 1000);
    }
    const mirrored = await mirrorStore(store, target, key);
    const { number, copied, isChanged } = mirrored;
    const text = isChanged ? `${copied} files copied.` : 'Nothing was new or damaged.';
    return { data: mirrored, text: `Composition ${number} is live in ${target.place}. ${text}` };
  },
});

async function plan(from: ReleaseStore, to: ReleaseStore, publicKey: string): Promise<CommandResult> {
  const { store, planned } = dryRunStore(to);
  const { number } = await mirrorStore(from, store, publicKey);
  const lines = Object.entries(planned).flatMap(([change, files]: [string, string[]]) =>
    files.map((file) => `  ${change}: ${file}`),
  );
  const head = `Dry run: nothing has changed in ${to.place}. With composition ${number}, `;
  const text = lines.length === 0 ? `${head}nothing is new or damaged.` : `${head}there would be:`;
  return { data: { number, ...planned, isDryRun: true }, text: [text, ...lines].join('\n') };
}

function isTemporary(error: unknown): error is Error {
  return error instanceof StoreError || error instanceof NoSuchRelease || error instanceof CompositionRefused;
}
