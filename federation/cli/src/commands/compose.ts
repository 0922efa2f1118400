import { existsSync } from 'node:fs';
import path from 'node:path';
import * as v from 'valibot';
import { defineCommand, wholeNumber } from '../cli/command.ts';
import type { Context } from '../cli/context.ts';
import { copyReleases } from '../compose/copy-releases.ts';
import { servePortal } from '../compose/serve-portal.ts';
import { readLive } from '../composition/live.ts';
import { statesOf } from '../composition/states.ts';
import { type UnitSet, writeComposition } from '../composition/write-composition.ts';
import { checkSet } from '../gate/check-set.ts';
import { describeFindings } from '../gate/finding.ts';
import { releaseNameSchema } from '../releases/release-name.ts';
import { createSigningKey, readSigningKey } from '../signing/signing-key.ts';
import { directoryStore } from '../store/directory-store.ts';
import { resolveNames, withReleases } from './live-set.ts';

export const compose = defineCommand({
  name: 'compose',
  summary: 'preview a set of releases on a port before they go live',
  arguments: '<release...>',
  options: {
    '--out <folder>': 'folder for the set, its key and its database (var/compose)',
    '--port <number>': 'port of the server (8090)',
    '--no-serve': 'write the folder without serving it',
  },
  details:
    'Other areas have their live release, without canaries. The set is signed with its own key. Findings of the gate are\nprinted and do not prevent the preview. Ctrl-C stops the server.',
  input: v.object({
    release: v.array(releaseNameSchema),
    out: v.optional(v.string()),
    port: v.optional(wholeNumber(1, 65_535), '8090'),
    serve: v.optional(v.boolean(), true),
  }),
  async run({ release, out, port, serve }, context) {
    const folder = path.resolve(out ?? path.join(context.dataFolder, 'compose'));
    const names = await resolveNames(context.store, release);
    const live = await readLive(context.store, await context.publicKey());
    const units = withoutCanaries(await withReleases(context.store, live?.composition, names));
    const findings = await checkSet(context.store, units, names, context.facts);
    const { publicKey, number } = await writeSet(folder, units, context);
    const states = Object.entries(statesOf(units)).map(([unit, { active }]) => `  ${unit}@${active}`);
    const held = findings.length === 0 ? [] : ['The gate would refuse it:', describeFindings(findings)];
    return {
      data: { folder: path.join(folder, 'portal'), number, publicKey, findings },
      text: [`Composed in ${path.join(folder, 'portal')}:`, ...states, ...held].join('\n'),
      ...(serve ? { afterwards: () => servePortal({ root: context.root, folder, publicKey, port }) } : {}),
    };
  },
});

function withoutCanaries({ host, areas }: UnitSet): UnitSet {
  return { host, areas: areas.map((area) => ({ ...area, canary: null })) };
}

async function writeSet(folder: string, units: UnitSet, { store, command, who, progress }: Context) {
  const keyFile = path.join(folder, 'keys', 'composition.pem');
  const key = await (existsSync(keyFile) ? readSigningKey(keyFile) : createSigningKey(keyFile));
  const target = directoryStore(path.join(folder, 'portal'));
  const copied = await copyReleases(store, target, units);
  progress(`${copied} files copied to ${target.place}`);
  return target.exclusively(async () => {
    const live = await readLive(target, key.publicKey);
    const request = { store: target, key, units, live, command, who, why: 'composed for a preview' };
    return { publicKey: key.publicKey, number: (await writeComposition(request)).number };
  });
}
