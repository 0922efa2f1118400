// npm run contract-types [-- --accept [--compatible]]: compares the public types with the stored snapshot.
import { readPublicTypes } from '@portal/federation-build/contract-types/public-types';
import {
  contractVersion,
  readSnapshot,
  snapshotOf,
  typeChanges,
  versionFault,
  writeSnapshot,
} from '@portal/federation-build/contract-types/type-changes';

const isAccepted = process.argv.includes('--accept');
const isCompatible = process.argv.includes('--compatible');
const before = readSnapshot();
const types = await readPublicTypes();
const version = contractVersion();
const changes = typeChanges(before, types);
for (const line of [...changes.breaking, ...changes.additions]) console.log(line);
const fault = isCompatible ? undefined : versionFault(changes, before.version, version);
if (fault !== undefined) {
  console.error(fault);
  process.exit(1);
}
if (isAccepted) writeSnapshot(snapshotOf(version, types));
const count = Object.keys(types).length;
console.log(
  isAccepted ? `Stored ${count} declarations as contract ${version}.` : `Compared ${count} declarations.`,
);
