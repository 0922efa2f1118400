import * as v from 'valibot';
import { defineCommand } from '../cli/command.ts';
import type { Context } from '../cli/context.ts';
import { exitCodes } from '../cli/exit-codes.ts';
import { readLive } from '../composition/composition-file.ts';
import { readHistory } from '../composition/history.ts';
import { readFromPortal, type Verified, verifyLive } from '../verify/verify-live.ts';

export const verify = defineCommand({
  name: 'verify',
  summary: 'fetch every live file and check its hash',
  options: { '--url <origin>': 'fetch from a running portal instead of the store' },
  details:
    'Checks the signature, every release.json, and every file of active, previous and canary releases; in the store, also\nthe whole chain of changes. Exit 5 when a hash or signature does not match.',
  input: v.object({ url: v.optional(v.pipe(v.string(), v.url('expected http(s)://host[:port]'))) }),
  async run({ url }, context) {
    const { store, publicKey, progress } = context;
    progress(`verifying ${url ?? store.place}`);
    const read =
      url === undefined ? async (file: string) => (await store.read(file))?.content : readFromPortal(url);
    const verified = await verifyLive(read, await publicKey());
    const changes = url === undefined ? await verifyChain(context) : undefined;
    return {
      data: { ...verified, ...(changes === undefined ? {} : { changes }) },
      text: textOf(verified, changes),
      code: verified.faults.length === 0 ? exitCodes.done : exitCodes.unverified,
    };
  },
});

/** Number of changes from the first composition to the live one. Throws CompositionRefused. */
async function verifyChain({ store, publicKey }: Context): Promise<number> {
  const key = await publicKey();
  let changes = 0;
  for await (const _entry of readHistory(store, await readLive(store, key), key)) changes += 1;
  return changes;
}

function textOf({ number, releases, files, faults }: Verified, changes: number | undefined): string {
  const chain = changes === undefined ? '' : `, ${changes} changes in an unbroken chain`;
  if (faults.length === 0)
    return `Composition ${number}: ${files} files of ${releases} releases match their signed hashes${chain}.`;
  return [
    `Composition ${number}: ${faults.length} of ${files} files do not match their signed hashes:`,
    ...faults.map((fault) => `  ${fault}`),
  ].join('\n');
}
