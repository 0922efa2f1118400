import * as v from 'valibot';
import { changeOptionsSchema, defineCommand } from '../cli/command.ts';
import {
  copyFile,
  copyFromMirror,
  liveFile,
  newestCopy,
  readCompositionFile,
  signerOf,
} from '../composition/composition-file.ts';
import { OperationRefused } from '../operations/live-units.ts';
import { refuseRetired, successionFile } from '../signing/succession.ts';
import type { ReleaseStore } from '../store/release-store.ts';

const otherSources = `${copyFromMirror} or a backup, or accept the loss with --accept-older`;

export const restore = defineCommand({
  name: 'restore',
  summary: 'make the newest signed composition live again',
  options: {
    '--reason <text>': 'why, for the terminal only: the composition already has its record',
    '--accept-older':
      'accept that newer compositions, which this machine has seen or a newer key has signed, are lost',
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
    if (!acceptOlder) await refuseRetired(store, key);
    return store.exclusively(async () => {
      const { live, newest } = await newestIn(store, key);
      const number = newest?.composition.number ?? 0;
      const lost = lossOf(store, newest?.composition.number, signerOf(live?.content, key));
      if (lost !== undefined && !acceptOlder) throw new OperationRefused(`${lost}: ${otherSources}`);
      const isChanged = newest !== undefined && !live?.content.equals(newest.content);
      const isRemoved = newest === undefined && live !== undefined;
      if (!isDryRun) {
        if (isChanged) await store.swap(liveFile, newest.content, live?.tag ?? null);
        if (isRemoved) await removeUnusable(store, live.content);
        await (acceptOlder ? acceptLoss(store, key, number) : store.seen?.record(number));
      }
      return {
        data: { number: newest?.composition.number ?? null, isChanged: isChanged && !isDryRun, isDryRun },
        text: textOf(number, { isChanged, isRemoved, isDryRun }),
      };
    });
  },
});

/** composition.json, and the newest signed composition: a copy, or the file itself if its writer was killed before the copy. */
async function newestIn(store: ReleaseStore, key: string) {
  const live = await store.read(liveFile);
  const read = live && (await readCompositionFile(live.content, key).catch(() => undefined));
  const copy = await newestCopy(store, key, (read?.composition.number ?? 1) - 1);
  return { live, newest: copy ?? (read && live && { ...read, ...live }) };
}

/** What cannot be restored although it has been live; undefined when nothing is lost. */
function lossOf(store: ReleaseStore, newest: number | undefined, signer: string): string | undefined {
  const seen = store.seen?.highest() ?? 0;
  if (newest === undefined) return `${store.place} has no composition that this key has signed${signer}`;
  return seen > newest
    ? `composition ${seen} has been live, and its copy ${copyFile(seen)} is missing; composition ${newest} is the newest that is left`
    : undefined;
}

/** Higher numbers in a file that nobody can verify are not believed. */
const mostCompositions = 1_000_000;

/** The number in a composition that is not verified: running portals may have accepted it, and refuse lower ones. 0 without one. */
function statedNumber(content: Buffer): number {
  const stated = /\\"number\\":(\d{1,7})\b/.exec(content.toString())?.[1];
  return Math.min(Number(stated ?? 0), mostCompositions);
}

/** Where a composition is kept that this key has not signed: perhaps it is the key that is wrong. */
const removedFile = 'removed/composition.json';

/** Nothing can be deployed beside a composition that the key does not verify. */
async function removeUnusable(store: ReleaseStore, content: Buffer): Promise<void> {
  store.seen?.raise(statedNumber(content));
  await store.write(removedFile, content);
  await store.remove(liveFile);
}

async function acceptLoss(store: ReleaseStore, key: string, number: number): Promise<void> {
  store.seen?.accept(number);
  await store.remove(successionFile(key));
}

interface Outcome {
  isChanged: boolean;
  isRemoved: boolean;
  isDryRun: boolean;
}

function textOf(number: number, { isChanged, isRemoved, isDryRun }: Outcome): string {
  if (isRemoved && isDryRun)
    return `Dry run: ${liveFile} would be removed, because no composition is left that this key has signed.`;
  if (number === 0)
    return `Nothing is left to restore: publish and deploy every release again.${isRemoved ? ` ${liveFile}, which this key has not signed, is now ${removedFile}; if the key was wrong, put it back.` : ''}`;
  if (!isChanged) return `Composition ${number} is live already.`;
  return isDryRun ? `Dry run: composition ${number} would be live.` : `Composition ${number} is live again.`;
}
