// Damages a running portal in many ways. Each time, somebody who knows only the runbook looks the output of a command up in
// its table and runs the commands of the section that it names, until a browser shows undamaged pages again.
import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { hostname, tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { chromium } from '@playwright/test';
import { commandsOf, runBlock, sectionOf } from '@portal/federation-cli/runbook-commands';
import { demo, signIn } from '@portal/testbed/fixtures/account';
import { proofOf } from '@portal/testbed/fixtures/area-proofs';
import { writeAlteredRelease } from '@portal/testbed/releases/altered-release';
import { currentReleases } from '@portal/testbed/releases/archive';
import { findBrowser } from '@portal/testbed/runner/find-browser';
import { startReleasedPortal, versionsServed } from '@portal/testbed/runner/released-portal';
import { type CheckCase, lineOf, reportCases, tryCase } from '../harness/report.ts';

/** Seconds from the first command to an undamaged page. */
const target = 120;
const root = path.resolve(import.meta.dirname, '../..');
const runbook = readFileSync(path.join(root, 'docs/runbooks/rollback.md'), 'utf8');
/** Rows of the runbook's table: words of an output, and the section that it leads to. */
const directions = [
  ...sectionOf(runbook, 'Something is damaged').matchAll(/^\| `([^`]+)`(.*) \| \[(.+?)\]/gm),
].map(([, words = '', condition = '', section = '']) => ({
  words,
  section,
  isForUrl: condition.includes('--url'),
}));

/** The build of this working tree, and older and broken releases that are made of it. */
const builds = mkdtempSync(path.join(tmpdir(), 'portal-exercise-'));
const current = currentReleases();
const older = new Map(current);
const units = ['host', 'voicing'] as const;
type Unit = (typeof units)[number];
const scripts: Record<Unit, RegExp> = { host: /^main\..*\.js$/, voicing: /^page-cdr\..*\.js$/ };
const packageOf = (unit: Unit) => (unit === 'host' ? 'host' : `remote-${unit}`);
const versions: Record<'older' | 'current', Record<Unit, string>> = {
  older: { host: alter('host', 'older', '/* older */'), voicing: alter('voicing', 'older', '/* older */') },
  current: { host: versionIn('host'), voicing: versionIn('voicing') },
};
for (const unit of units) older.set(packageOf(unit), path.join(builds, `${unit}-older`));
const brokenHost = alter('host', 'broken', 'throw new Error("the menu does not open");');

await using portal = await startReleasedPortal([older, current]);
await using browser = await chromium.launch({ executablePath: await findBrowser() });
const storageState = await signIn(demo, portal.url);
const store = path.join(portal.dataFolder, 'portal');
const mirror = path.join(portal.dataFolder, 'mirror');
const environment = {
  PORTAL_ROOT: root,
  DATA_DIR: portal.dataFolder,
  PORTAL_STORE: store,
  PORTAL_URL: portal.url,
  PORTAL_WHO: 'on call',
  MIRROR: mirror,
};
const file = (name: string, folder = store) => path.join(folder, name);
const script = file(
  `remotes/voicing/${versions.current.voicing}/${readdirSync(current.get('remote-voicing') ?? '').find((name) => scripts.voicing.test(name))}`,
);
const newest = () => JSON.parse(JSON.parse(readFileSync(file('composition.json'), 'utf8')).payload).number;

interface Damage {
  name: string;
  damage: () => unknown;
  /** What reveals the damage; `verify` by default. */
  look?: string;
  /** The section, if no output leads to it. */
  section?: string;
  /** Which blocks of commands of the section are run; by default the first. */
  blocks?: RegExp[];
  /** The voicing version, or the host's, that customers have afterwards; the current one by default. */
  expected?: Partial<Record<Unit, string>>;
}

const damages: Damage[] = [
  { name: 'one byte of a live script', damage: () => flip(script) },
  {
    name: 'a live script is missing, and there is no mirror',
    damage: () => rmSync(script),
    blocks: [/rollback voicing/, /publish voicing/],
    expected: { voicing: versions.older.voicing },
  },
  { name: 'a compressed live script', damage: () => flip(`${script}.br`) },
  {
    name: 'an older composition.json is put back, and this machine has lost its memory',
    damage() {
      replay(newest() - 1);
      rmSync(path.join(portal.dataFolder, 'heads.json'));
    },
  },
  {
    name: 'an older composition.json is put back, and the newer copy is removed',
    damage() {
      rmSync(file(`compositions/${newest()}.json`));
      replay(newest() - 1);
    },
  },
  {
    name: 'composition.json is truncated',
    damage: () =>
      writeFileSync(file('composition.json'), readFileSync(file('composition.json')).subarray(0, 999)),
  },
  { name: 'composition.json is deleted', damage: () => rmSync(file('composition.json')) },
  {
    name: 'a record of the history is damaged',
    damage: () => flip(file(`compositions/${newest() - 1}.json`)),
  },
  {
    name: 'the store is emptied',
    damage() {
      for (const name of readdirSync(store)) rmSync(file(name), { recursive: true });
    },
  },
  {
    name: 'the lock of a process that hangs, during a rollback',
    damage: () =>
      writeFileSync(
        file('composition.lock'),
        JSON.stringify({ pid: process.pid, host: hostname(), since: 'long ago' }),
      ),
    section: 'Roll an area back',
    blocks: [/rollback voicing --reason/],
    expected: { voicing: versions.older.voicing },
  },
  {
    name: 'a bad host is live',
    async damage() {
      await tool('publish', 'host', '--from', path.join(builds, 'host-broken'));
      await tool('deploy', `host@${brokenHost}`, '--force', '--reason', 'bad');
      const fault = await faultOfPage({ ...versions.current, host: brokenHost }).catch(lineOf);
      if (fault === undefined) throw new Error('the page works with the bad host');
    },
    section: 'Roll an area back',
    blocks: [/rollback host/],
  },
  {
    name: 'one byte in the folder of a BFF',
    async damage() {
      await portal.restart({ PORTAL_DIR: mirror });
      flip(script.replace(store, mirror));
    },
    look: 'npm run portal -- verify --url "$PORTAL_URL"',
  },
];

const cases: CheckCase[] = [];
for (const damage of damages) cases.push(await exercise(damage));
reportCases('recovery-exercise', cases, [`target: an undamaged page within ${target} s`]);
rmSync(builds, { recursive: true });

async function exercise(damage: Damage): Promise<CheckCase> {
  let summary = damage.name;
  const { problems } = await tryCase(damage.name, async (found) => {
    await reset();
    await damage.damage();
    const started = performance.now();
    const sections = await followRunbook(damage);
    await showsUndamaged({ ...versions.current, ...damage.expected });
    const seconds = (performance.now() - started) / 1000;
    summary += `: ${sections.join(', ')}; ${seconds.toFixed(0)} s`;
    if (seconds > target) found.push(`more than ${target} s`);
    for (const check of ['verify', 'history']) await tool(check);
    const ready = await fetch(`${portal.url}/readyz`);
    if (!ready.ok) found.push(`/readyz returns ${ready.status}`);
  });
  return { name: summary, problems };
}

/** Looks the outputs up in the runbook and runs what it says. Returns the sections. */
async function followRunbook({
  look = 'npm run portal -- verify',
  section,
  blocks = [/npm run/],
}: Damage): Promise<string[]> {
  let { code, output } = await runBlock(look, environment);
  if (section === undefined && code === 0) throw new Error(`${look} finds nothing`);
  const sections: string[] = [];
  // The output of a section may lead to another one.
  do {
    const wanted = section ?? sectionFor(output, look);
    if (sections.includes(wanted)) throw new Error(`"${wanted}" does not help: ${output}`);
    sections.push(wanted);
    const commands = commandsOf(sectionOf(runbook, wanted));
    const chosen = blocks.map((block) => commands.find((one) => block.test(one)) ?? 'false').join('\n');
    ({ code, output } = await runBlock(chosen, environment));
  } while (code !== 0);
  return sections;
}

/** Makes the current releases live, on the store's folder, and updates the mirror. */
async function reset(): Promise<void> {
  const served = await versionsServed(portal.url);
  const wanted = units.filter((unit) => served[unit] !== versions.current[unit]);
  const names = wanted.map((unit) => `${unit}@${versions.current[unit]}`);
  if (names.length > 0) await tool('deploy', ...names, '--force', '--reason', 'for the exercise');
  await tool('mirror', '--to', mirror);
}

async function tool(...args: string[]): Promise<void> {
  const { code, output } = await portal.tool(args);
  if (code !== 0) throw new Error(`portal ${args.join(' ')} ended with ${code}: ${output}`);
}

/** The section that the runbook's table names for an output. */
function sectionFor(output: string, command: string): string {
  const isUrl = command.includes('--url');
  const found = directions.find(({ words, isForUrl }) => output.includes(words) && (isUrl || !isForUrl));
  if (found === undefined) throw new Error(`the runbook has no section for: ${output}`);
  return found.section;
}

/** Opens pages until one shows the area, with these releases and without a fallback. */
async function showsUndamaged(expected: Record<Unit, string>): Promise<void> {
  const deadline = performance.now() + target * 1000;
  for (;;) {
    const fault = await faultOfPage(expected).catch(lineOf);
    if (fault === undefined) return;
    if (performance.now() > deadline) throw new Error(fault);
    await pause(500);
  }
}

async function faultOfPage(expected: Record<Unit, string>): Promise<string | undefined> {
  await using context = await browser.newContext({ baseURL: portal.url, storageState, locale: 'en-GB' });
  const page = await context.newPage();
  const { path: address, shown } = proofOf('voicing');
  await page.goto(address);
  await shown(page).waitFor({ timeout: 20_000 });
  const loaded = await page.evaluate(() =>
    performance.getEntriesByType('resource').map(({ name }) => new URL(name).pathname),
  );
  const folders = units.map((unit) => (unit === 'host' ? 'host' : `remotes/${unit}`));
  const used = [...new Set(loaded.map((name) => /^\/(host|remotes\/voicing)\/[^/]+/.exec(name)?.[0]))];
  const strange = used.filter(
    (folder) =>
      folder !== undefined && !units.some((unit, index) => folder === `/${folders[index]}/${expected[unit]}`),
  );
  return strange.length === 0 ? undefined : `the page has loaded ${strange.join(', ')}`;
}

function alter(unit: Unit, suffix: string, code: string): string {
  const folder = path.join(builds, `${unit}-${suffix}`);
  return writeAlteredRelease(current.get(packageOf(unit)) ?? '', folder, {
    suffix,
    script: scripts[unit],
    code,
  });
}

function versionIn(unit: Unit): string {
  const release = path.join(current.get(packageOf(unit)) ?? '', 'release.json');
  return JSON.parse(readFileSync(release, 'utf8')).version;
}

/** Changes one bit in the middle of a file. */
function flip(name: string): void {
  const content = readFileSync(name);
  const middle = Math.floor(content.length / 2);
  content.writeUInt8(content.readUInt8(middle) ^ 1, middle);
  writeFileSync(name, content);
}

function replay(number: number): void {
  cpSync(file(`compositions/${number}.json`), file('composition.json'));
}
