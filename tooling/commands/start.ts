import path from 'node:path';
import { buildPackages, builtPackages } from '@portal/federation-build/workspace/build-packages';
import { root } from '@portal/federation-build/workspace/workspace-packages';
import { readOrCreateSigningKey } from '@portal/federation-cli/signing-key';
import { stagePortal } from '@portal/federation-cli/stage-portal';
import { exitOnStoreError } from '../process/exit-on-store-error.ts';
import { runForeground } from '../process/run-process.ts';

const dataFolder = path.resolve(root, process.env['DATA_DIR'] ?? 'var');
const portalFolder = path.join(dataFolder, 'portal');

console.error('Building the host and the areas that have changed …');
const isBuilt = await buildPackages({});
if (!isBuilt) {
  console.error('The build failed. See the messages above.');
  process.exit(1);
}
const keyFile = path.join(dataFolder, 'keys/composition.pem');
const { publicKey } = await exitOnStoreError(() => readOrCreateSigningKey(keyFile));
console.error('Starting the database and the server …');

// The server stops everything that it has started.
runForeground('demo/src/server.ts', {
  args: ['--wait-for-releases'],
  env: { DATA_DIR: dataFolder, PORTAL_DIR: portalFolder, COMPOSITION_PUBLIC_KEY: publicKey },
  // When another portal runs on the data, the server ends before.
  onMessage: async () => {
    const { composition, held } = await exitOnStoreError(() =>
      stagePortal({
        host: path.join(root, 'host/dist'),
        areas: builtPackages().flatMap((name) => (name === 'host' ? [] : [path.join(root, name, 'dist')])),
        target: portalFolder,
        keyFile,
      }),
    );
    for (const sentence of held) console.error(sentence);
    console.error(`Composition ${composition.number} is live.`);
  },
});
