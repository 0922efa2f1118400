import { signedCompositionSchema, verifyComposition } from '@portal/federation-contract/signed-composition';
import * as v from 'valibot';
import { liveFile } from '../composition/composition-file.ts';
import { parseJson } from '../store/release-store.ts';
import type { Context } from './context.ts';
import { UsageError } from './exit-codes.ts';

/** Time limit of the request to the portal, in milliseconds: a portal that is down must not prevent a rollback. */
const patience = 5_000;

const servedSchema = v.object(signedCompositionSchema.entries);

/**
 * Makes the store refuse a composition that is older than `--at-least` states or than the portal at PORTAL_URL has accepted. A
 * machine that has not seen the store before has nothing else that an attacker with access to the store cannot take away. Throws
 * UsageError.
 */
export async function refuseReplay(context: Context, atLeast: string | undefined): Promise<void> {
  const { store, environment, progress } = context;
  if (atLeast !== undefined && !/^\d{1,15}$/.test(atLeast))
    throw new UsageError('--at-least: expected the number of a composition');
  const url = environment['PORTAL_URL'];
  const accepted = url === undefined || url === '' ? undefined : await acceptedAt(url, context);
  store.seen?.raise(Math.max(Number(atLeast ?? 0), accepted ?? 0));
  if (store.seen?.highest() !== 0) return;
  // The command itself reports a store that cannot be read.
  if ((await store.read(liveFile).catch(() => undefined)) !== undefined)
    progress(
      `This machine has not seen ${store.place} before and relies on what it finds there: set PORTAL_URL or --at-least to refuse an older composition.`,
    );
}

/** The number of the composition that a running portal serves; undefined when it cannot be used, which is reported. */
async function acceptedAt(
  origin: string,
  { publicKey, progress }: Pick<Context, 'publicKey' | 'progress'>,
): Promise<number | undefined> {
  try {
    const address = new URL('/composition.json', origin);
    const response = await fetch(address, { redirect: 'error', signal: AbortSignal.timeout(patience) });
    if (!response.ok) throw new Error(`it returned ${response.status}`);
    const served = parseJson(servedSchema, await response.text());
    if (!served.success) throw new Error('it did not return a composition');
    return (await verifyComposition(served.output, { publicKey: await publicKey() })).number;
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    progress(`PORTAL_URL ${origin} does not show which composition it has accepted: ${reason}`);
    return undefined;
  }
}
