import { cpSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { areaReleaseSchema } from '@portal/federation-contract/composition';
import { namedReleases } from '@portal/federation-contract/release-lookup';
import * as v from 'valibot';
import { readCompositionFile } from '../composition/composition-file.ts';
import { integrityOf } from '../releases/release-json.ts';
import { createSigningKey, readSigningKey, type SigningKey } from '../signing/signing-key.ts';
import { type ScratchPortal, scratchPortal } from './scratch-portal.fixtures.ts';

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

const voicing = (digit: number) => `remotes/voicing/0.1.0-aaaaaaa${digit}`;

/** Puts foreign code into a release, with hashes that fit it. */
function tamper({ file, text }: AttackedPortal, folder: string): void {
  const release = v.parse(areaReleaseSchema, JSON.parse(text(`${folder}/release.json`)));
  const code = 'steal()';
  writeFileSync(file(`${folder}/${release.entry}`), code);
  const files = {
    ...release.files,
    [release.entry]: { size: code.length, integrity: integrityOf(Buffer.from(code)) },
  };
  writeFileSync(file(`${folder}/release.json`), JSON.stringify({ ...release, files }));
}

/** Adds a copy of a release under another version, with foreign code. `publish` returns its publication.json. */
async function plant(
  portal: AttackedPortal,
  publish?: (original: string, manifest: string) => string | Promise<string>,
): Promise<void> {
  const { file, text } = portal;
  const target = `remotes/voicing/${planted}`;
  cpSync(file(voicing(2)), file(target), { recursive: true });
  change(portal, `${target}/release.json`, { version: planted });
  tamper(portal, target);
  const publication = `${target}/publication.json`;
  const manifest = integrityOf(readFileSync(file(`${target}/release.json`)));
  if (publish === undefined) rmSync(file(publication));
  else writeFileSync(file(publication), await publish(text(publication), manifest));
}

async function signedByStranger({ folder }: AttackedPortal, payload: object): Promise<object> {
  const stranger = await createSigningKey(path.join(folder, 'stranger.pem'));
  return stranger.sign(JSON.stringify(payload));
}

interface StoreAttack {
  /** Completes "somebody …". */
  name: string;
  attack(portal: AttackedPortal): unknown;
  /** The attack concerns what is live, so `verify` must report it. */
  isLive?: boolean;
}

const planted = '9.0.0-evil';
const planting = { published: '2099-01-01T00:00:00.000Z', by: 'ada', commit: null, sbom: null };

/** What is true of the planted release. */
function foreign(manifest: string): object {
  return { ...planting, unit: 'voicing', version: planted, manifest };
}

/** Replaces members of a JSON file. */
function change({ file, text }: AttackedPortal, name: string, members: object): void {
  writeFileSync(file(name), JSON.stringify({ ...JSON.parse(text(name)), ...members }));
}

function replay({ file }: AttackedPortal, number: number): void {
  cpSync(file(`compositions/${number}.json`), file('composition.json'));
}

export const storeAttacks: StoreAttack[] = [
  {
    name: 'changes the code of the previous release and its hash',
    isLive: true,
    attack: (portal) => tamper(portal, voicing(1)),
  },
  {
    name: 'changes the code of the active release and its hash',
    isLive: true,
    attack: (portal) => tamper(portal, voicing(2)),
  },
  {
    name: 'changes the scripts of a host',
    attack: (portal) => change(portal, 'host/0.1.0-aaaaaaa2/release.json', { scripts: ['evil.js'] }),
  },
  {
    name: 'changes the needs of a release',
    isLive: true,
    attack: (portal) => change(portal, `${voicing(1)}/release.json`, { needs: {} }),
  },
  { name: 'plants a release without a publication', attack: (portal) => plant(portal) },
  {
    name: 'plants a release that is dated 2099',
    attack: (portal) => plant(portal, () => JSON.stringify(planting)),
  },
  {
    name: 'plants a release with the signature of another',
    attack: (portal) => plant(portal, (original) => original),
  },
  {
    name: 'plants a release with an altered signed text',
    attack: (portal) =>
      plant(portal, (original, manifest) =>
        JSON.stringify({ ...JSON.parse(original), payload: JSON.stringify(foreign(manifest)) }),
      ),
  },
  {
    name: 'plants a release that a stranger has signed',
    attack: (portal) =>
      plant(portal, async (_, manifest) => JSON.stringify(await signedByStranger(portal, foreign(manifest)))),
  },
  {
    name: "plants a release with a stranger's signature and the portal's key id",
    attack: (portal) =>
      plant(portal, async (_, manifest) => {
        const signed = await signedByStranger(portal, foreign(manifest));
        return JSON.stringify({ ...signed, key_id: portal.key.id });
      }),
  },
  {
    name: "puts another area's release in place of one",
    isLive: true,
    attack({ file }) {
      rmSync(file(voicing(1)), { recursive: true });
      cpSync(file('remotes/finances/0.1.0-aaaaaaa1'), file(voicing(1)), { recursive: true });
    },
  },
  {
    name: 'swaps two releases of an area',
    isLive: true,
    attack({ file }) {
      renameSync(file(voicing(1)), file('aside'));
      renameSync(file(voicing(2)), file(voicing(1)));
      renameSync(file('aside'), file(voicing(2)));
    },
  },
  {
    name: 'removes the signatures',
    isLive: true,
    attack({ file }) {
      for (const digit of [1, 2]) rmSync(file(`${voicing(digit)}/publication.json`));
    },
  },
  { name: 'replays the composition before', isLive: true, attack: (portal) => replay(portal, 2) },
  { name: 'replays the first composition', isLive: true, attack: (portal) => replay(portal, 1) },
  {
    name: 'replays a composition and removes the newer copies',
    isLive: true,
    attack(portal) {
      replay(portal, 1);
      for (const number of [2, 3]) rmSync(portal.file(`compositions/${number}.json`));
    },
  },
  {
    name: 'replays a composition under a higher number',
    isLive: true,
    attack(portal) {
      replay(portal, 1);
      cpSync(portal.file('compositions/1.json'), portal.file('compositions/9.json'));
    },
  },
  {
    name: 'removes the composition',
    isLive: true,
    attack: ({ file }) => rmSync(file('composition.json')),
  },
  {
    name: 'adds a team key to the change record',
    isLive: true,
    async attack(portal) {
      const { id, publicKey } = await createSigningKey(path.join(portal.folder, 'stranger.pem'));
      const key = { id, public_key: publicKey, units: ['voicing'], since: planting.published, revoked: null };
      const record = JSON.parse(JSON.parse(portal.text('composition.json')).change);
      change(portal, 'composition.json', { change: JSON.stringify({ ...record, keys: [key] }) });
    },
  },
  {
    name: 'removes the change record',
    isLive: true,
    attack(portal) {
      const { change: _, change_signature: __, ...signed } = JSON.parse(portal.text('composition.json'));
      writeFileSync(portal.file('composition.json'), JSON.stringify(signed));
    },
  },
  {
    name: 'mixes the composition of one change with the record of another',
    isLive: true,
    attack(portal) {
      const { change: record, change_signature } = JSON.parse(portal.text('compositions/1.json'));
      change(portal, 'composition.json', { change: record, change_signature });
    },
  },
  {
    name: 'makes a locale file and a compressed copy say something else',
    attack({ file }) {
      writeFileSync(file(`${voicing(1)}/entry.js.br`), 'no brotli');
      mkdirSync(file(`${voicing(1)}/locales`), { recursive: true });
      writeFileSync(file(`${voicing(1)}/locales/en.json`), '{"pay":"to me"}');
    },
  },
];

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
