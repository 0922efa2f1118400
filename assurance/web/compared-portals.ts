import { execFileSync } from 'node:child_process';
import { cpSync, mkdtempSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import { integrityOf, liveHost, readHostBuild } from '@portal/federation-cli/release-json';
import type { Area } from '@portal/federation-contract/area';
import type { LiveHost } from '@portal/federation-contract/composition';
import { demo, type StoredState, signIn } from '@portal/testbed/fixtures/account';
import { rewriteRelease } from '@portal/testbed/releases/altered-release';
import { currentReleases } from '@portal/testbed/releases/archive';
import { type StagedPortal, startStagedPortal } from '@portal/testbed/runner/portal-server';
import { composedOf } from '../harness/portal.ts';

const root = path.resolve(import.meta.dirname, '../..');
const monolith = path.join(root, 'federation/monolith');

/** A portal that is measured: a server with the demonstration account, and its session. */
export interface ComparedPortal extends AsyncDisposable {
  url: string;
  state: StoredState;
  /** Makes a build live in which one page of an area has changed, or the first build again. */
  release: (isChanged: boolean) => Promise<void>;
}

/** The script of a page that a release changes. */
const changedScript = /page-cdr\.\w+\.js$/;
const change = '/* changed */';

/** The federated portal of this working tree. */
export async function startFederated(): Promise<ComparedPortal> {
  const releases = currentReleases();
  const folder = mkdtempSync(path.join(tmpdir(), 'portal-bench-'));
  const changed = path.join(folder, 'voicing');
  rewriteRelease(releases.get('remote-voicing') ?? '', changed, {
    suffix: 'changed',
    alter: (content, name) => (changedScript.test(name) ? change + content : content),
  });
  const later = new Map([...releases, ['remote-voicing', changed]]);
  const portal = await startStagedPortal(composedOf(releases));
  return compared(portal, folder, async (isChanged) => {
    await portal.portal.compose(composedOf(isChanged ? later : releases));
  });
}

/** The same sources as one program. The server is the same, and so is what it prepares in the HTML. */
export async function startMonolith(): Promise<ComparedPortal> {
  const build = path.join(root, 'federation/build/src/workspace/build-one.ts');
  execFileSync(process.execPath, [build, monolith], { stdio: ['ignore', 'inherit', 'inherit'], cwd: root });
  const dist = path.join(monolith, 'dist');
  const folder = mkdtempSync(path.join(tmpdir(), 'portal-bench-'));
  const changed = path.join(folder, 'changed');
  writeChanged(dist, changed);
  const portal = await startStagedPortal({ host: dist, areas: [] });
  const { base } = portal.portal.live().host;
  // All builds are in one folder: files whose content is the same keep their address.
  cpSync(changed, path.join(portal.portal.folder, base), { recursive: true, force: false });
  const release = async (isChanged: boolean) => {
    const from = isChanged ? changed : dist;
    cpSync(path.join(from, 'release.json'), path.join(portal.portal.folder, base, 'release.json'));
    const live = portal.portal.live();
    await portal.portal.write({ ...live, number: live.number + 1, ...programOf(from, base) });
  };
  await release(false);
  return compared(portal, folder, release);
}

async function compared(
  portal: StagedPortal,
  folder: string,
  release: ComparedPortal['release'],
): Promise<ComparedPortal> {
  return {
    url: portal.url,
    state: await signIn(demo, portal.url),
    release,
    [Symbol.asyncDispose]: async () => {
      await portal[Symbol.asyncDispose]();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

interface ProgramArea {
  area: Area;
  entry: string;
  pages: Record<string, string[]>;
}

/** The program as host, and its chunks as the areas' files, so that the HTML preloads them as it does those of releases. */
function programOf(dist: string, base: string) {
  const build = readHostBuild(dist);
  const host: LiveHost = liveHost(build.release, { base, commit: null, manifest: build.manifest });
  const { version, shared, files } = build.release;
  const areas: ProgramArea[] = JSON.parse(readFileSync(path.join(dist, 'areas.json'), 'utf8'));
  return {
    host,
    areas: areas.map(({ area, entry, pages }) => {
      const used = new Set([entry, ...Object.values(pages).flat()]);
      const active = {
        version,
        shared,
        files: Object.fromEntries(Object.entries(files).filter(([name]) => used.has(name))),
        entry,
        pages: Object.fromEntries(
          Object.entries(pages).map(([id, names]) => [id, names.filter((name) => name !== entry)]),
        ),
        unique_name: `monolith_${area.id}`,
        base,
        commit: null,
        manifest: build.manifest,
      };
      return { area, active, previous: null, canary: null };
    }),
  };
}

/** Copies a build with a change in one chunk. Its name changes, and so do those of the files that contain the name. */
function writeChanged(from: string, to: string): void {
  cpSync(from, to, { recursive: true });
  const name = readdirSync(to).find((one) => changedScript.test(one)) ?? '';
  const waiting: [file: string, content: string][] = [
    [name, change + readFileSync(path.join(to, name), 'utf8')],
  ];
  for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) {
    const [file, content] = next;
    const hash = /\.(\w{8})\.js$/.exec(file)?.[1] ?? '';
    const newHash = Buffer.from(integrityOf(Buffer.from(content)).slice(7))
      .toString('hex')
      .slice(0, 8);
    const target = file.replace(hash, newHash);
    for (const copy of ['', '.br', '.gz']) rmSync(path.join(to, file + copy), { force: true });
    writeFileSync(path.join(to, target), content);
    writeFileSync(path.join(to, `${target}.br`), brotliCompressSync(content));
    writeFileSync(path.join(to, `${target}.gz`), gzipSync(content));
    for (const other of readdirSync(to).filter((one) => /\.js$|^(?:areas|release)\.json$/.test(one))) {
      const text = readFileSync(path.join(to, other), 'utf8');
      if (!text.includes(hash)) continue;
      const renamed = text.replaceAll(hash, newHash);
      if (other.endsWith('.js')) waiting.push([other, renamed]);
      else writeFileSync(path.join(to, other), renamed);
    }
    updateList(to, target, content);
  }
}

function updateList(folder: string, name: string, content: string): void {
  const file = path.join(folder, 'release.json');
  const release = JSON.parse(readFileSync(file, 'utf8'));
  release.files[name] = {
    size: Buffer.byteLength(content),
    integrity: integrityOf(Buffer.from(content)),
  };
  writeFileSync(`${file}.new`, JSON.stringify(release));
  renameSync(`${file}.new`, file);
}
