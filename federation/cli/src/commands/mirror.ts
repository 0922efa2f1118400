import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { CompositionRefused } from '@portal/federation-contract/signed-composition';
import * as v from 'valibot';
import { defineCommand, wholeNumber } from '../cli/command.ts';
import { mirrorStore } from '../compose/copy-releases.ts';
import { NoSuchRelease } from '../releases/release-json.ts';
import { directoryStore } from '../store/directory-store.ts';
import { StoreError } from '../store/release-store.ts';

export const mirror = defineCommand({
  name: 'mirror',
  summary: 'copy the live set from the store to the folder that a BFF serves',
  options: {
    '--to <folder>': "the BFF's PORTAL_DIR",
    '--interval <seconds>': 'repeat after this time; by default, run once',
  },
  details:
    'Copies what the live composition names, checks every hash, and then swaps the composition. Needs no signing key.',
  input: v.object({ to: v.string(), interval: v.optional(wholeNumber(1, 86_400)) }),
  async run({ to, interval }, { store, publicKey, progress }) {
    const target = directoryStore(path.resolve(to));
    const key = await publicKey();
    while (interval !== undefined) {
      await mirrorStore(store, target, key).then(
        ({ number, copied, isChanged }) => {
          if (isChanged) progress(`composition ${number} is live in ${target.place}; ${copied} new files`);
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
    const text = isChanged ? `${copied} new files.` : 'Nothing was new.';
    return { data: mirrored, text: `Composition ${number} is live in ${target.place}. ${text}` };
  },
});

function isTemporary(error: unknown): error is Error {
  return error instanceof StoreError || error instanceof NoSuchRelease || error instanceof CompositionRefused;
}
