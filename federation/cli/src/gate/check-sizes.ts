import type { AreaRelease, HostRelease } from '@portal/federation-contract/composition';
import { type ReleaseName, releaseFolder } from '../releases/release-name.ts';
import type { ReleaseStore } from '../store/release-store.ts';
import type { Finding } from './finding.ts';
import { budgetsOf } from './size-budgets.ts';

/** The size budgets that a stored release is over, as its files travel: the Brotli copy's size where there is one. */
export async function checkSizes(
  store: ReleaseStore,
  name: ReleaseName,
  release: AreaRelease | HostRelease,
): Promise<Finding[]> {
  const folder = releaseFolder(name);
  const sizes = new Map(
    (await store.list(folder)).map(({ path, size }) => [path.slice(folder.length), size]),
  );
  const sizeOf = (file: string) => sizes.get(`${file}.br`) ?? sizes.get(file) ?? 0;
  return budgetsOf(name.unit, release, sizeOf)
    .filter(({ bytes, limit }) => bytes > limit)
    .map((budget) => ({
      check: 'budget',
      release: `${name.unit}@${name.version}`,
      message: `${budget.name} is ${kibibytes(budget.bytes)} KiB; the limit is ${kibibytes(budget.limit)}`,
    }));
}

function kibibytes(bytes: number): string {
  return (bytes / 1024).toFixed(1);
}
