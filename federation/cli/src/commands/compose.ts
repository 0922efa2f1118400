import { spawn } from 'node:child_process';
import { constants } from 'node:os';
import path from 'node:path';
import { namedReleases } from '@portal/federation-contract/release-lookup';
import * as v from 'valibot';
import { defineCommand, wholeNumber } from '../cli/command.ts';
import type { Context } from '../cli/context.ts';
import { copyReleases } from '../compose/copy-releases.ts';
import { markServed, takePreviewFolder } from '../compose/preview-mark.ts';
import { readLive, trusted } from '../composition/composition-file.ts';
import { statesOf } from '../composition/states.ts';
import { type UnitSet, writeComposition } from '../composition/write-composition.ts';
import { describeFindings } from '../gate/check-release.ts';
import { checkSet } from '../gate/check-set.ts';
import { OperationRefused, resolveNames, withReleases } from '../operations/live-units.ts';
import { signPublicationAgain } from '../releases/publication.ts';
import { releaseNamesSchema } from '../releases/release-name.ts';
import { readOrCreateSigningKey } from '../signing/signing-key.ts';
import type { TrustedStore } from '../signing/trust.ts';
import { directoryStore } from '../store/directory-store.ts';
import { environmentOfServer } from '../trial-run/backend.ts';

export const compose = defineCommand({
  name: 'compose',
  summary: 'preview a set of releases on a port before they go live',
  arguments: '<release...>',
  options: {
    '--out <folder>':
      'folder for the set, its key and its database: new, empty, or of a preview (var/compose)',
    '--port <number>': 'port of the server (8090)',
    '--no-serve': 'write the folder without serving it',
  },
  details:
    'Other areas have their live release, without canaries. The set is signed with its own key. Findings of the gate are\nprinted and do not prevent the preview. Ctrl-C stops the server.',
  input: v.object({
    release: releaseNamesSchema,
    out: v.optional(v.string()),
    port: v.optional(wholeNumber(1, 65_535), '8090'),
    serve: v.optional(v.boolean(), true),
  }),
  async run({ release, out, port, serve }, context) {
    const folder = path.resolve(out ?? path.join(context.dataFolder, 'compose'));
    takePreviewFolder(folder);
    if (serve) markServed(folder);
    const publicKey = await context.publicKey();
    const live = await readLive(context.store, publicKey);
    const store = trusted(context.store, live, publicKey);
    const names = await resolveNames(store, release, context.progress);
    const { host, areas } = await withReleases(store, live?.composition, names);
    const units = { host, areas: areas.map((area) => ({ ...area, canary: null })) };
    const findings = await checkSet(store, units, names, context.facts);
    const { publicKey: ownKey, number } = await writeSet(folder, units, { ...context, store });
    const states = Object.entries(statesOf(units)).map(([unit, { active }]) => `  ${unit}@${active}`);
    const held = findings.length === 0 ? [] : ['The gate would refuse it:', describeFindings(findings)];
    return {
      data: { folder: path.join(folder, 'portal'), number, publicKey: ownKey, findings },
      text: [`Composed in ${path.join(folder, 'portal')}:`, ...states, ...held].join('\n'),
      ...(serve ? { afterwards: () => servePortal(context, folder, ownKey, port) } : {}),
    };
  },
});

async function writeSet(folder: string, units: UnitSet, context: Context & { store: TrustedStore }) {
  const { trust } = context.store;
  const keyFile = path.join(folder, 'keys', 'composition.pem');
  const key = await readOrCreateSigningKey(keyFile);
  const { publicKey } = key;
  // A mark does not prove whose key it is: the folder may have been copied.
  if (publicKey === trust.publicKey)
    throw new OperationRefused(
      `${keyFile} is the key of what is live: name a folder that is new or empty with --out`,
    );
  const store = directoryStore(path.join(folder, 'portal'));
  const copied = await copyReleases(context.store, store, units);
  context.progress(`${copied} files copied to ${store.place}`);
  for (const { unit, release } of namedReleases(units))
    await signPublicationAgain(store, {
      name: { unit, version: release.version },
      manifest: release.manifest,
      trust,
      key,
    });
  return store.exclusively(async () => {
    const live = await readLive(store, publicKey);
    const request = { ...context, store, key, units, live, why: 'composed for a preview' };
    return { publicKey, number: (await writeComposition(request)).number };
  });
}

/** Runs the portal's server over a composed folder until the server exits; resolves to its exit code. */
async function servePortal(
  { root, facts, environment }: Context,
  folder: string,
  publicKey: string,
  port: number,
) {
  const child = spawn(process.execPath, [path.join(root, facts.server)], {
    cwd: root,
    // Standard output is only for the command's result.
    stdio: ['ignore', process.stderr, process.stderr],
    env: {
      ...environmentOfServer(environment),
      PORT: String(port),
      DATA_DIR: folder,
      PORTAL_DIR: path.join(folder, 'portal'),
      COMPOSITION_PUBLIC_KEY: publicKey,
    },
  });
  // Ctrl-C in a terminal reaches the server directly; a supervisor's signal is passed on.
  process.on('SIGINT', () => undefined);
  process.on('SIGTERM', () => child.kill('SIGTERM'));
  const { promise, resolve } = Promise.withResolvers<number>();
  child.on('exit', (code, signal) =>
    resolve(code ?? (signal === null ? 1 : 128 + constants.signals[signal])),
  );
  return promise;
}
