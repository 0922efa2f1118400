import type { AreaRelease, HostRelease, ReleasedFiles } from '@portal/federation-contract/composition';
import semver from 'semver';
import { singleLine } from '../cli/terminal-text.ts';
import { expandCopy } from '../releases/expand-copy.ts';
import { integrityOf } from '../releases/release-json.ts';
import { type ReleaseName, releaseFolder } from '../releases/release-name.ts';
import { inParallel, type ReleaseStore } from '../store/release-store.ts';

/** A reason for the gate to refuse a set of releases. */
export interface Finding {
  check:
    | 'contract'
    | 'shared'
    | 'collision'
    | 'budget'
    | 'files'
    | 'styles'
    // Of the trial run.
    | 'run'
    | 'error'
    | 'globals'
    | 'task'
    | 'shell'
    | 'blank'
    | 'texts';
  /** `voicing@0.1.0-ab12cd34`, or the ids of the areas that collide. */
  release: string;
  message: string;
  /** What to do about it. */
  advice?: string;
}

/** A line per finding, and one for its advice. */
export function describeFindings(findings: readonly Finding[]): string {
  return findings
    .flatMap(({ check, release, message, advice }) => [
      `  ${check}: ${release}: ${singleLine(message)}`,
      ...(advice === undefined ? [] : [`    → ${advice}`]),
    ])
    .join('\n');
}

/** Names in one line, ten at most. */
export function listed(names: readonly string[]): string {
  const shown = names.slice(0, 10).join(', ');
  return names.length > 10 ? `${shown} and ${names.length - 10} more` : shown;
}

/**
 * What an area needs and the host does not provide: the contract version, packages of the share scope, and exports of
 * shared modules. Exports are compared when both releases list them, otherwise versions alone decide.
 */
export function checkAgainstHost(
  release: string,
  { area: { id, contract }, needs, uses }: Pick<AreaRelease, 'area' | 'needs' | 'uses'>,
  host: HostRelease,
): Finding[] {
  const { version, provides, exports, contracts } = host;
  const packages = Object.entries(needs).flatMap(([name, range]): Finding[] => {
    const provided = provides[name];
    if (provided !== undefined && semver.satisfies(provided, range)) return [];
    const message = `needs ${name} ${range}; host ${version} provides ${provided ?? 'nothing'}`;
    const advice = `Deploy a host that provides it first, or a ${id} built beside host ${version}.`;
    return [{ check: 'shared', release, message, advice }];
  });
  const modules = Object.entries(exports === undefined ? {} : (uses ?? {}));
  const missing = modules.flatMap(([module, names]): Finding[] => {
    const message = missingExports(module, names, host);
    const advice = `Deploy a ${id} that does not use it before this host, or first a host that exports it. A removed export needs a new major version of its package.`;
    return message === undefined ? [] : [{ check: 'shared', release, message, advice }];
  });
  if (contracts.includes(contract)) return [...packages, ...missing];
  const message = `needs contract ${contract}; host ${version} supports ${contracts.join(', ')}`;
  const advice = `Deploy a host that supports contract ${contract} first.`;
  return [{ check: 'contract', release, message, advice }, ...packages, ...missing];
}

function missingExports(
  module: string,
  names: readonly string[],
  { version, exports }: HostRelease,
): string | undefined {
  const provided = exports?.[module];
  if (provided === undefined) return `uses ${module}, which host ${version} does not provide`;
  const missing = names.filter((name) => !provided.includes(name) && !provided.includes('*') && name !== '*');
  return missing.length === 0
    ? undefined
    : `uses ${missing.join(', ')} of ${module}, which host ${version} does not export`;
}

/** Compares the content and size of every file of a stored release, including compressed copies, with release.json. */
export async function checkFiles(
  store: ReleaseStore,
  name: ReleaseName,
  files: ReleasedFiles,
): Promise<Finding[]> {
  const folder = releaseFolder(name);
  const listed = (await store.list(folder)).map(({ path }) => path.slice(folder.length));
  const copies = listed.filter((file) => isCompressedCopy(file, files));
  const faults = await inParallel([...Object.keys(files), ...copies], async (file) => {
    const content = (await store.read(folder + file))?.content;
    return faultOfFile(file, content, files) ?? faultOfSize(file, content, files);
  });
  const release = `${name.unit}@${name.version}`;
  return faults
    .filter((message) => message !== undefined)
    .map((message) => ({ check: 'files', release, message }));
}

/** How a file differs from release.json; undefined when it does not, or when release.json does not list the file. */
export function faultOfFile(
  file: string,
  content: Buffer | undefined,
  files: ReleasedFiles,
): string | undefined {
  const listed = !Object.hasOwn(files, file) && isCompressedCopy(file, files) ? file.slice(0, -3) : file;
  const expected = Object.hasOwn(files, listed) ? files[listed] : undefined;
  if (expected === undefined) return undefined;
  if (content === undefined) return `${file} is missing`;
  const original = expanded(file, content, files);
  const isRight = original !== undefined && integrityOf(original) === expected.integrity;
  return isRight ? undefined : `${file} is not what was published`;
}

/** Budgets and the release tool's figures would be wrong. */
function faultOfSize(file: string, content: Buffer | undefined, files: ReleasedFiles): string | undefined {
  const stated = files[file]?.size;
  if (stated === undefined || content === undefined || content.length === stated) return undefined;
  return `${file} has ${content.length} bytes; release.json states ${stated}`;
}

/** Whether a file is a Brotli or gzip copy of a file that release.json lists. */
export function isCompressedCopy(file: string, files: ReleasedFiles): boolean {
  return /\.(?:br|gz)$/.test(file) && Object.hasOwn(files, file.slice(0, -3));
}

function expanded(file: string, content: Buffer, files: ReleasedFiles): Buffer | undefined {
  if (Object.hasOwn(files, file)) return content;
  return expandCopy(content, file.endsWith('.br') ? 'br' : 'gz', files[file.slice(0, -3)]?.size);
}
