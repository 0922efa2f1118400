import { namedReleases } from '@portal/federation-contract/release-lookup';
import * as v from 'valibot';
import { changeOptionsSchema, defineCommand } from '../cli/command.ts';
import type { Context } from '../cli/context.ts';
import { UsageError } from '../cli/exit-codes.ts';
import { parsePublicKey } from '../cli/public-key.ts';
import { type Live, readLive } from '../composition/composition-file.ts';
import { type UnitSet, writeComposition } from '../composition/write-composition.ts';
import { canariesOf } from '../guard/guard-round.ts';
import { OperationRefused, withHalted } from '../operations/live-units.ts';
import { readPublication, readSignedPublication } from '../releases/publication.ts';
import { type ReleaseName, unitSchema } from '../releases/release-name.ts';
import { keyId } from '../signing/signing-key.ts';
import type { TeamKey, TrustedStore } from '../signing/trust.ts';

export const keysList = defineCommand({
  name: 'keys list',
  summary: 'list the keys that may sign releases',
  input: v.object({}),
  async run(_input, { store, publicKey }) {
    const key = await publicKey();
    const keys = (await readLive(store, key))?.change.keys ?? [];
    const rows = keys.map(
      ({ id, units, since, revoked }) =>
        `${id}  ${units.join(', ')}  since ${since}${revoked === null ? '' : `, revoked ${revoked}`}`,
    );
    const text = [`${keyId(key)}  every unit, and compositions`, ...rows].join('\n');
    return { data: { composition_key: keyId(key), team_keys: keys }, text };
  },
});

const reasonSchema = changeOptionsSchema.entries.reason;
const reasonOption = { '--reason <text>': 'why, for the audit record' };

export const keysTrust = defineCommand({
  name: 'keys trust',
  summary: "allow a team's key to sign the releases of some units",
  arguments: '<spki> <unit...>',
  options: {
    '--reinstate <id>': 'the id of this key, if it was revoked and is to be trusted again; needs --reason',
    ...reasonOption,
  },
  details:
    'The public key is the line that "keys create" prints for the team. Releases of other units that it signs are refused.\nTrusting a key again replaces its units. A revoked key is refused unless --reinstate names its id.',
  input: v.object({
    spki: v.string(),
    unit: v.pipe(v.array(unitSchema), v.minLength(1)),
    reinstate: v.optional(v.string()),
    reason: v.optional(reasonSchema),
  }),
  async run({ spki, unit: units, reinstate, reason }, context) {
    const publicKey = await parsePublicKey(spki);
    if (reinstate !== undefined && reason === undefined)
      throw new UsageError('--reinstate needs --reason, for the audit record');
    const id = keyId(publicKey);
    const number = await changeKeys(context, reason ?? 'a team key', async ({ change: { keys } }) => {
      refuseRevoked(
        keys.find((one) => one.id === id),
        { id, reinstate },
      );
      const trusted = { id, public_key: publicKey, units, since: new Date().toISOString(), revoked: null };
      return { teamKeys: [...keys.filter((one) => one.id !== id), trusted] };
    });
    return {
      data: { number, id, units },
      text: `Composition ${number}: key ${id} may sign ${units.join(', ')}${reinstate === undefined ? '' : ' again'}.`,
    };
  },
});

/** Throws OperationRefused for a revoked key unless its id is named, and for another id. */
function refuseRevoked(
  known: TeamKey | undefined,
  { id, reinstate }: { id: string; reinstate: string | undefined },
): void {
  const revoked = known?.revoked ?? null;
  if (reinstate === undefined && revoked !== null)
    throw new OperationRefused(
      `the key ${id} was revoked on ${revoked}: trust another key, or name it with --reinstate ${id} --reason "…"`,
    );
  if (reinstate !== undefined && (reinstate !== id || revoked === null))
    throw new OperationRefused(`--reinstate names ${reinstate}, but ${reasonAgainst(id, revoked)}`);
}

function reasonAgainst(id: string, revoked: string | null): string {
  return revoked === null ? `the key ${id} is not revoked` : `the public key is that of ${id}`;
}

export const keysRevoke = defineCommand({
  name: 'keys revoke',
  summary: 'refuse every release that a key has signed, and end its canaries',
  arguments: '<id>',
  options: reasonOption,
  details:
    'Running canaries that the key has signed end in the same change. Other live releases stay live, because the\ncomposition key has signed them: they are listed with the command that withdraws them. They cannot be deployed or\nrolled back to again until they are published with another key.',
  input: v.object({ id: v.string(), reason: v.optional(reasonSchema) }),
  async run({ id, reason = 'revoked' }, context) {
    let ended: string[] = [];
    let live: string[] = [];
    const number = await changeKeys(context, reason, async (before, publicKey) => {
      const { keys } = before.change;
      const key = keys.find((one) => one.id === id);
      if (key === undefined) throw new OperationRefused(`there is no team key ${id}: see "keys list"`);
      const revoked = new Date().toISOString();
      const teamKeys = keys.map((one) => (one.id === id ? { ...one, revoked } : one));
      const store = { ...context.store, trust: { publicKey, teamKeys } };
      const { units, halted, left } = await withoutCanariesOf(store, key, before.composition);
      ended = halted;
      live = left;
      return { teamKeys, units };
    });
    return {
      data: { number, id, ended_canaries: ended, live },
      text: [
        `Composition ${number}: key ${id} is revoked.`,
        ...ended.map((release) => `  The canary ${release} has ended.`),
        ...live.map((release) => `  ${release} is still live: "portal withdraw ${release}" forbids it.`),
      ].join('\n'),
    };
  },
});

interface AfterRevocation {
  units: UnitSet;
  /** Canaries that have ended: `voicing@0.1.0-ab12cd34`. */
  halted: string[];
  /** Active and previous releases under the key. */
  left: string[];
}

/** The set without canaries under a revoked key. */
async function withoutCanariesOf(store: TrustedStore, key: TeamKey, set: UnitSet): Promise<AfterRevocation> {
  const suspects = new Set<string>();
  for (const { unit, release } of namedReleases(set)) {
    const name = { unit, version: release.version };
    if (release.manifest !== null && (await isUnder(store, key, { name, manifest: release.manifest })))
      suspects.add(textOf(name));
  }
  const halted = canariesOf(set)
    .map(({ area, candidate }) => ({ unit: area, version: candidate }))
    .filter((name) => suspects.has(textOf(name)));
  const units = halted.reduce((before, { unit }) => withHalted(before, unit), set);
  const left = namedReleases(units).map(({ unit, release }) => textOf({ unit, version: release.version }));
  return { units, halted: halted.map(textOf), left: [...new Set(left)].filter((one) => suspects.has(one)) };
}

/**
 * Whether a live release counts as signed with a revoked key: its publication names the key, or is of one of the key's units
 * and cannot be trusted. Otherwise, a person who can write to the store could hide who signed it.
 */
async function isUnder(
  store: TrustedStore,
  { id, units }: TeamKey,
  { name, manifest }: { name: ReleaseName; manifest: string },
): Promise<boolean> {
  const publication = await readPublication(store, name);
  if (typeof publication !== 'string' && publication.manifest === manifest) return false;
  return units.includes(name.unit) || (await readSignedPublication(store, name))?.key_id === id;
}

function textOf({ unit, version }: ReleaseName): string {
  return `${unit}@${version}`;
}

interface KeyChange {
  teamKeys: TeamKey[];
  /** The live set by default. */
  units?: UnitSet;
}

/** Writes a composition with other team keys; returns its number. */
async function changeKeys(
  context: Context,
  why: string,
  next: (live: Live, publicKey: string) => Promise<KeyChange>,
): Promise<number> {
  const { store } = context;
  const key = await context.key();
  return store.exclusively(async () => {
    const live = await readLive(store, key.publicKey);
    if (live === undefined)
      throw new OperationRefused('nothing is live yet: deploy with the composition key first');
    const change = { units: live.composition, ...(await next(live, key.publicKey)) };
    return (await writeComposition({ ...context, key, why, live, ...change })).number;
  });
}
