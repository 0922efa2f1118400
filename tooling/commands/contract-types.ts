// npm run contract-types [-- --accept [--compatible]]: compares the public types with the stored snapshots.
import { readPublicTypes } from '@portal/federation-build/contract-types/public-types';
import { readSharedTypes } from '@portal/federation-build/contract-types/shared-types';
import {
  packageVersion,
  readSnapshot,
  snapshotOf,
  typeChanges,
  versionFault,
  writeSnapshot,
} from '@portal/federation-build/contract-types/type-changes';

const isAccepted = process.argv.includes('--accept');
const isCompatible = process.argv.includes('--compatible');
const readers = { contract: readPublicTypes, shared: readSharedTypes };
for (const name of ['contract', 'shared'] as const) {
  const before = readSnapshot(name);
  const types = await readers[name]();
  const version = packageVersion(name);
  const changes = typeChanges(before, types);
  for (const line of [...changes.breaking, ...changes.additions]) console.log(line);
  const fault = isCompatible ? undefined : versionFault(changes, before.version, version);
  if (fault !== undefined) {
    console.error(fault);
    process.exit(1);
  }
  if (isAccepted) writeSnapshot(name, snapshotOf(version, types));
  const count = `${Object.keys(types).length} declarations of ${name}`;
  console.log(isAccepted ? `Stored ${count} ${version}.` : `Compared ${count}.`);
}
