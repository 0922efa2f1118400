import { cpSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { areaReleaseSchema } from '@portal/federation-contract/composition';
import * as v from 'valibot';
import { integrityOf } from '../releases/release-json.ts';
import { createSigningKey } from '../signing/signing-key.ts';
import { type AttackedPortal, planted, type StoreAttack } from './attacked-portal.fixtures.ts';

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
