import { isVersionWithdrawn } from '@portal/federation-contract/release-lookup';
import { CompositionRefused } from '@portal/federation-contract/signed-composition';
import type { AreaState, Live } from '../composition/composition-file.ts';
import { readHistory } from '../composition/history.ts';
import { ruleAgainst } from '../composition/rollout-rules.ts';
import type { ReleaseName } from '../releases/release-name.ts';
import type { TrustedStore } from '../signing/trust.ts';

/**
 * Why a build must not replace the `active` version of its unit without a command: an operator has withdrawn it, frozen the unit, or
 * taken it back. The sentence names the command that makes the build live. Undefined when it may go live.
 */
export async function heldBuild(
  store: TrustedStore,
  live: Live,
  { name, active }: { name: ReleaseName; active: string | undefined },
): Promise<string | undefined> {
  const { unit, version } = name;
  const sentence = (reason: string, advice: string) =>
    `${unit}@${version}, which is built here, does not go live: ${reason}. ${advice}`;
  const withCommand = (reason: string, options: string) =>
    sentence(reason, `To make it live: npm run portal -- deploy ${unit}@${version} ${options}`);

  if (isVersionWithdrawn(live.composition, unit, version))
    return sentence(
      'it is withdrawn',
      '"npm run portal -- history" says why; change the code and start again',
    );
  if (version === active) return undefined;
  const rule = ruleAgainst(live.change.rollout, [unit]);
  if (rule !== undefined) return withCommand(rule, '--force --reason "…"');
  const number = await takenBackBy(store, live, name);
  if (number === undefined) return undefined;
  return withCommand(`composition ${number} has taken it back`, '--reason "…"');
}

/** Commands that end a version because it is bad, not because there is a newer one. */
const takesBack = /^(?:rollback|withdraw|halt|guard)\b/;

/** Number of the composition whose command took a version back, if that was the last change that ended it. */
async function takenBackBy(
  store: TrustedStore,
  live: Live,
  { unit, version }: ReleaseName,
): Promise<number | undefined> {
  const runs = (state: AreaState | null | undefined) =>
    state?.active === version || state?.canary?.version === version;
  try {
    for await (const { composition, change } of readHistory(store, live, store.trust.publicKey))
      if (runs(change.before[unit]) && !runs(change.after[unit]))
        return takesBack.test(change.command) ? composition.number : undefined;
  } catch (error) {
    // "verify" reports a damaged history.
    if (!(error instanceof CompositionRefused)) throw error;
  }
  return undefined;
}
