// Compares the packages that the BFF and the releases consist of with what the repository says about them: reasons, licences,
// hashes, install scripts, and the SBOM of every release.
import { execFile } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { mkdtempDisposable } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { type InstalledPackage, packageGraph } from '@portal/federation-cli/sbom';
import { currentReleases } from '@portal/testbed/releases/archive';
import { type CheckCase, reportCases, tryCase } from '../harness/report.ts';
import { problemsOfRows, readRows } from './dependency-page.ts';
import { undecidedScripts, unlockedPackages } from './locked-packages.ts';
import { overduePackages } from './overdue-packages.ts';

const root = path.resolve(import.meta.dirname, '../..');
const program = path.join(root, 'federation/cli/src/cli.ts');

/** Licences that allow use in a closed product without publishing its source. */
const accepted = [
  'MIT',
  'MIT-0',
  'ISC',
  'BSD-2-Clause',
  'BSD-3-Clause',
  'Apache-2.0',
  '0BSD',
  'BlueOak-1.0.0',
  // Of fonts, which documents may embed.
  'OFL-1.1',
];

const packages = packageGraph(path.join(root, 'bff'));
const [bff, ...others] = packages;
const foreign = others.filter(({ name }) => !name.startsWith('@portal/'));
const direct = foreign.filter(({ folder }) => bff?.dependsOn.includes(folder));
const rows = readRows(root);
const locked = unlockedPackages(root);
const scripts = undecidedScripts(root);

const cases: CheckCase[] = [
  {
    name: `${direct.length} direct dependencies of the BFF have a reason, their maintenance and their licence in docs/dependencies.md`,
    problems: direct.length === 0 ? ['none was found'] : problemsOfRows(rows, direct),
  },
  await tryCase('no direct dependency of the BFF has exceeded the deadline for updates', async (problems) => {
    problems.push(...(await overduePackages(direct)));
  }),
  {
    name: `${foreign.length} packages that the BFF runs have an accepted licence`,
    problems: foreign
      .filter(({ license, folder }) => !isAccepted(license ?? licenseOfFile(folder)))
      .map(({ name, license }) => `${name}: ${license}`),
  },
  {
    name: `${locked.count} packages of the lock file have a SHA-512 hash and no other source`,
    problems: locked.count === 0 ? ['none was found'] : locked.problems,
  },
  {
    name: `${scripts.count} packages with an install script are allowed or refused by name`,
    problems: scripts.count === 0 ? ['none was found'] : scripts.problems,
  },
  ...(await sbomCases()),
];
reportCases('supply-chain', cases, [
  `licences: ${[...new Set(foreign.map(({ license }) => license))].sort().join(', ')}`,
  'known vulnerabilities are not checked: that is the task of a scanner, which reads the SBOM of each release',
]);

/** The licence of a package whose manifest names none, by the title of its licence file. */
function licenseOfFile(folder: string): string | undefined {
  const file = path.join(folder, 'LICENSE');
  return existsSync(file) && readFileSync(file, 'utf8').startsWith('MIT License\n') ? 'MIT' : undefined;
}

/** Whether a licence, or one of several to choose from, is accepted. */
function isAccepted(license: string | undefined): boolean {
  const choices = (license ?? '').replace(/[()]/g, '').split(' OR ');
  return choices.some((choice) => choice.split(' AND ').every((one) => accepted.includes(one)));
}

/** Publishes the host and every area to a store of its own, and reads the SBOM of each. */
async function sbomCases(): Promise<CheckCase[]> {
  await using store = await mkdtempDisposable(path.join(tmpdir(), 'portal-sbom-'));
  const env = {
    ...process.env,
    DATA_DIR: store.path,
    PORTAL_STORE: path.join(store.path, 'store'),
    PORTAL_KEY: path.join(store.path, 'key.pem'),
  };
  const portal = (...args: string[]) => promisify(execFile)(process.execPath, [program, ...args], { env });
  await portal('keys', 'create');
  const cases: CheckCase[] = [];
  for (const name of currentReleases().keys()) {
    const unit = name.replace(/^remote-/, '');
    cases.push(
      await tryCase(
        `the release of ${unit} has an SBOM that lists its packages with hash and licence`,
        async (problems) => {
          const { stdout } = await portal('publish', unit, '--json');
          const { release }: { release: string } = JSON.parse(stdout);
          const file = path.join(store.path, 'store', ...storedFile(release));
          const { components }: Sbom = JSON.parse(readFileSync(file, 'utf8'));
          const bundled = packageGraph(path.join(root, name)).slice(1);
          problems.push(...problemsOfComponents(components, bundled));
        },
      ),
    );
  }
  return cases;
}

interface Sbom {
  components: { name: string; version: string; hashes?: object[]; licenses?: object[] }[];
}

function storedFile(release: string): string[] {
  const [unit = '', version = ''] = release.split('@');
  return [...(unit === 'host' ? ['host'] : ['remotes', unit]), version, 'sbom.json'];
}

function problemsOfComponents(
  components: Sbom['components'],
  bundled: readonly InstalledPackage[],
): string[] {
  const listed = new Map(components.map((one) => [`${one.name}@${one.version}`, one]));
  return bundled.flatMap(({ name, version }) => {
    const found = listed.get(`${name}@${version}`);
    if (found === undefined) return [`${name} is missing`];
    if (name.startsWith('@portal/')) return [];
    return found.hashes === undefined || found.licenses === undefined
      ? [`${name} lacks a hash or a licence`]
      : [];
  });
}
