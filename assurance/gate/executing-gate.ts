// npm run bar -- executing-gate [--grep <text>]: publishes honest and bad releases, and lets the release tool check and deploy
// them as an engineer would. The gate accepts the honest ones and records their pictures; it refuses each bad one with the cause,
// and nothing changes.
import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { chmodSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { directoryStore } from '@portal/federation-cli/directory-store';
import { scratchPortal } from '@portal/federation-cli/scratch-portal';
import { readSigningKey } from '@portal/federation-cli/signing-key';
import { stateSize } from '@portal/federation-cli/stated-size';
import { rewriteRelease } from '@portal/testbed/releases/altered-release';
import { currentReleases, type Releases } from '@portal/testbed/releases/archive';
import { writeWiderBudgets } from '@portal/testbed/releases/wider-budgets';
import { startStagedPortal } from '@portal/testbed/runner/portal-server';
import { composedOf } from '../harness/portal.ts';
import { type CheckCase, reportCases, tryCase } from '../harness/report.ts';
import { badCandidates, type Candidate, honestArea, honestHost, tried } from './candidates.ts';

const root = path.resolve(import.meta.dirname, '../..');
const folder = mkdtempSync(path.join(tmpdir(), 'portal-gate-'));
// The database of the trial run's server may belong to another user, who needs access.
chmodSync(folder, 0o755);
const store = path.join(folder, 'portal');
const keyFile = path.join(folder, 'data/keys/composition.pem');
const environment = {
  DATA_DIR: path.join(folder, 'data'),
  PORTAL_DIR: store,
  PORTAL_ROOT: folder,
  PORTAL_WHO: 'ada',
};
// What the candidates add to the host must be found by running it.
writeWiderBudgets(folder);
const times: string[] = [];
const { values } = parseArgs({
  args: process.argv.slice(3),
  options: { grep: { type: 'string', default: '' } },
});

try {
  const releases = currentReleases();
  await makeLive(releases);
  const work: (readonly [name: string, work: () => Promise<void>])[] = [
    ['accepts an area that changes its title', () => acceptArea(releases)],
    ['records the pictures of the change, and shows them', readPictures],
    [
      'accepts a host with another shell, alone and with an area, at a running portal',
      () => acceptHost(releases),
    ],
    ...badCandidates.map(
      (candidate, index) =>
        [`refuses a release that ${candidate.name}`, () => refuse(releases, candidate, index)] as const,
    ),
  ];
  const cases: CheckCase[] = [];
  for (const [name, run] of work) if (name.includes(values.grep)) cases.push(await timed(name, run));
  reportCases('executing-gate', cases, times);
} finally {
  rmSync(folder, { recursive: true, force: true });
}

async function timed(name: string, work: () => Promise<void>): Promise<CheckCase> {
  const started = performance.now();
  const result = await tryCase(name, work);
  console.error([name, ...result.problems].join(': '));
  times.push(`${((performance.now() - started) / 1000).toFixed(1).padStart(6)} s  ${name}`);
  return result;
}

/** The composition that everything is compared with. Its releases are not run: the candidates are. */
async function makeLive(releases: Releases): Promise<void> {
  const portal = scratchPortal(environment);
  const units = [...releases].map(([name, from]) => ({ unit: name.replace('remote-', ''), from }));
  const lines = [
    'keys create',
    ...units.map(({ unit, from }) => `publish ${unit} --from ${from}`),
    `deploy ${units.map(({ unit }) => `${unit}@latest`).join(' ')} --reason first`,
  ];
  for (const line of lines) {
    const { code, err } = await portal.portal(line);
    if (code !== 0) throw new Error(`portal ${line}: ${err}`);
  }
  portal.remove();
}

/** Publishes a candidate and returns its version. */
async function publish(releases: Releases, { unit, release, understated }: Candidate, suffix: string) {
  const from = releases.get(unit === 'host' ? 'host' : `remote-${unit}`) ?? '';
  const build = path.join(folder, 'builds', suffix);
  const version = rewriteRelease(from, build, { ...release, suffix });
  const { code, text } = await runTool(['publish', unit, '--from', build]);
  if (code !== 0) throw new Error(text);
  rmSync(build, { recursive: true });
  if (understated !== undefined) {
    const key = await readSigningKey(keyFile);
    await stateSize(directoryStore(store), { unit, version }, { file: understated, size: 100, key });
  }
  return `${unit}@${version}`;
}

async function acceptArea(releases: Releases): Promise<void> {
  const release = await publish(releases, honestArea, 'honest');
  const checked = await runTool(['check', release]);
  if (checked.code !== 0) throw new Error(`check ended with ${checked.code}: ${inOneLine(checked.text)}`);
  const deployed = await runTool(['deploy', release, '--reason', 'a new title']);
  if (deployed.code !== 0) throw new Error(`deploy ended with ${deployed.code}: ${inOneLine(deployed.text)}`);
  if (!live().payload.includes(release.replace('@', '/'))) throw new Error(`${release} is not live`);
}

/** The signed record names the report by its hash, the report the pictures by theirs; `diff` notices an exchanged picture. */
async function readPictures(): Promise<void> {
  const { trial_run: hash }: { trial_run?: string } = JSON.parse(live().change);
  if (hash === undefined) throw new Error('the signed record names no trial run');
  const verified = await runTool(['verify']);
  if (verified.code !== 0) throw new Error(`verify ended with ${verified.code}: ${inOneLine(verified.text)}`);
  const report: { pages: Picture[] } = JSON.parse(hashed(`${hash}.json`).toString());
  const page = report.pages.find(({ path: shown, width }) => shown === `/${tried}` && width === 1280);
  if (page === undefined || page.before === null || page.difference === null)
    throw new Error(`no pictures before and after: ${JSON.stringify(report)}`);
  if (page.changed === 0 || page.before === page.after)
    throw new Error('the pictures do not show the change');
  for (const one of [page.before, page.after, page.difference]) hashed(`${one}.png`);
  const shown = await runTool(['diff']);
  if (shown.code !== 0 || !shown.text.includes(`1280 px  /${tried}`))
    throw new Error(`diff ended with ${shown.code}: ${inOneLine(shown.text)}`);
  const file = path.join(store, 'trial-runs', `${page.after}.png`);
  const picture = readFileSync(file);
  writeFileSync(file, hashed(`${page.before}.png`));
  const { code } = await runTool(['diff']);
  writeFileSync(file, picture);
  if (code !== 5) throw new Error(`diff ended with ${code} although a picture was exchanged`);
}

async function acceptHost(releases: Releases): Promise<void> {
  await using running = await startStagedPortal(composedOf(releases));
  const release = await publish(releases, honestHost, 'higher');
  const area = await publish(releases, honestArea, 'beside');
  for (const candidates of [[release], [release, area]]) {
    const { code, text } = await runTool(['check', ...candidates, '--backend', running.url]);
    if (code !== 0)
      throw new Error(`check of ${candidates.join(' ')} ended with ${code}: ${inOneLine(text)}`);
  }
}

async function refuse(releases: Releases, candidate: Candidate, index: number): Promise<void> {
  const release = await publish(releases, candidate, `bad${index}`);
  const before = readFileSync(path.join(store, 'composition.json'));
  const { code, text } = await runTool(['deploy', release, '--reason', 'hostile']);
  const reason = text.split('\n').find((line) => candidate.refusal?.test(line));
  if (code !== 3 || reason === undefined) throw new Error(`deploy ended with ${code}: ${inOneLine(text)}`);
  times.push(`          ${reason.trim()}`);
  if (!readFileSync(path.join(store, 'composition.json')).equals(before))
    throw new Error('the live composition has changed');
}

interface Picture {
  path: string;
  width: number;
  changed: number | null;
  /** SHA-256. */
  before: string | null;
  after: string;
  difference: string | null;
}

/** composition.json: the signed composition and the signed record of the change, both as text. */
function live(): { payload: string; change: string } {
  return JSON.parse(readFileSync(path.join(store, 'composition.json'), 'utf8'));
}

/** A file of the trial runs, whose name begins with its hash. */
function hashed(name: string): Buffer {
  const content = readFileSync(path.join(store, 'trial-runs', name));
  const hash = createHash('sha256').update(content).digest('hex');
  if (!name.startsWith(hash)) throw new Error(`${name} has the hash ${hash}`);
  return content;
}

/** The report of a case shows two lines of an error. */
function inOneLine(text: string): string {
  return text.trim().replaceAll(/\s*\n\s*/g, ' | ');
}

/** Runs the release tool in a process of its own, as its users do. `text` is what it prints. */
function runTool(args: readonly string[]): Promise<{ code: number | null; text: string }> {
  const { promise, resolve } = Promise.withResolvers<{ code: number | null; text: string }>();
  const program = path.join(root, 'federation/cli/src/cli.ts');
  const child = execFile(
    process.execPath,
    [program, ...args],
    { cwd: root, env: { ...process.env, ...environment }, maxBuffer: 1 << 24 },
    (_error, out, err) => resolve({ code: child.exitCode, text: out + err }),
  );
  return promise;
}
