import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { namedReleases } from '@portal/federation-contract/release-lookup';
import { readCompositionFile } from '../composition/composition-file.ts';
import { integrityOf } from '../releases/release-json.ts';
import { readSigningKey, type SigningKey } from '../signing/signing-key.ts';
import { type ScratchPortal, scratchPortal } from './scratch-portal.fixtures.ts';

/** The version of the release that attacks plant. */
export const planted = '9.0.0-evil';

/** A portal with three changes, in whose store somebody can write who has no key that it trusts. */
export interface AttackedPortal extends ScratchPortal {
  key: SigningKey;
  /** Integrity of every release.json that the portal's own people have published. */
  honest: Set<string>;
  /** Absolute path of a file in the store. */
  file(name: string): string;
  text(name: string): string;
  /** What is live. Rejects when composition.json cannot be used. */
  live(): Promise<LiveSet>;
}

interface LiveSet {
  number: number;
  /** The version of an area that no command of `storeCommands` names. */
  finances: string | undefined;
  /** Integrity of every live release.json. */
  manifests: string[];
}

/** Creates the portal. `remove` deletes it. */
export async function attackedPortal(): Promise<AttackedPortal> {
  const scratch = scratchPortal();
  const file = (name: string) => path.join(scratch.folder, 'var/portal', name);
  const run = async (line: string) => {
    const { code, err } = await scratch.portal(line);
    if (code !== 0) throw new Error(err);
  };
  await run('keys create');
  const key = await readSigningKey(path.join(scratch.folder, 'var/keys/composition.pem'));
  for (const unit of ['host', 'voicing', 'finances'])
    for (const digit of [1, 2]) await scratch.publish(unit, digit);
  const honest = readdirSync(file('.'), { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('release.json'))
    .map((name) => integrityOf(readFileSync(file(name))));
  await run('deploy host@0.1.0-aaaaaaa1 voicing@0.1.0-aaaaaaa1 finances@0.1.0-aaaaaaa1 --reason first');
  await run('deploy voicing@0.1.0-aaaaaaa2 --reason second');
  await run('deploy finances@0.1.0-aaaaaaa2 --reason third');
  return {
    ...scratch,
    key,
    honest: new Set(honest),
    file,
    text: (name) => readFileSync(file(name), 'utf8'),
    async live() {
      const { composition } = await readCompositionFile(
        readFileSync(file('composition.json')),
        key.publicKey,
      );
      const { number, areas } = composition;
      const finances = areas.find(({ area }) => area.id === 'finances')?.active.version;
      return {
        number,
        finances,
        manifests: namedReleases(composition).map(({ release }) => release.manifest ?? ''),
      };
    },
  };
}

/**
 * Runs every command after an attack. Returns what was signed that should not have been: foreign releases, or areas that
 * went back without a command.
 */
export async function faultsAfter(portal: AttackedPortal, { attack }: StoreAttack): Promise<string[]> {
  const faults: string[] = [];
  await attack(portal);
  for (const command of storeCommands) {
    const before = await portal.live().catch(() => undefined);
    await portal.portal(command);
    const after = await portal.live().catch(() => undefined);
    if (after === undefined || after.number === before?.number) continue;
    if (after.manifests.some((manifest) => !portal.honest.has(manifest)))
      faults.push(`${command}: a foreign release`);
    if (after.finances !== '0.1.0-aaaaaaa2') faults.push(`${command}: finances is ${after.finances}`);
    if (after.number < 3) faults.push(`${command}: composition ${after.number}`);
  }
  return faults;
}

export interface StoreAttack {
  /** Completes "somebody …". */
  name: string;
  attack(portal: AttackedPortal): unknown;
  /** The attack concerns what is live, so `verify` must report it. */
  isLive?: boolean;
}

/** Commands of every kind, run one after the other. None names finances except a dry run. */
const storeCommands = [
  'check voicing@latest',
  'deploy voicing@latest --reason x',
  `deploy voicing@${planted} --reason x`,
  'deploy voicing@0.1.0-aaaaaaa1 --reason x',
  'deploy host@0.1.0-aaaaaaa2 --reason x',
  'canary voicing@latest --percent 10 --reason x',
  'canary voicing@0.1.0-aaaaaaa1 --percent 10 --reason x',
  'promote voicing@latest --reason x',
  'promote voicing --reason x --force',
  'halt voicing --reason x',
  'rollback voicing --reason x --force',
  'rollback voicing --to 0.1.0-aaaaaaa1 --reason x --force',
  'rollback finances --reason x --dry-run',
  'rollback host --to 0.1.0-aaaaaaa2 --reason x --force',
  'gc --keep 1 --days 0',
  'verify',
  'restore',
  'deploy voicing@latest --reason x --force',
];
