import { cpSync, existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import {
  type Composition,
  compositionSchema,
  hostReleaseSchema,
  releaseSchema,
} from '@portal/contract/composition';
import * as v from 'valibot';

interface StageRequest {
  /** Absolute folder of the host's build. */
  host: string;
  /** Absolute folders of the areas' builds. */
  areas: string[];
  /** Absolute folder that the portal is served from. */
  target: string;
  /** Base URLs, by area id or `host`, of builds that a development server serves instead. */
  bases?: Record<string, string>;
}

/**
 * Puts built releases into the folder that the portal is served from, each under its own version, and makes them the
 * live composition. Releases are immutable: a version that is there already is left alone. Returns the composition.
 */
export function stagePortal({ host, areas, target, bases = {} }: StageRequest): Composition {
  for (const place of ['host', 'remotes']) mkdirSync(path.join(target, place), { recursive: true });
  const previous = readComposition(target);
  const composition = v.parse(compositionSchema, {
    number: (previous?.number ?? 0) + 1,
    created: new Date().toISOString(),
    host: v.parse(hostReleaseSchema, stageRelease(host, 'host', target, bases['host'])),
    areas: areas.map((folder) => {
      const release = readRelease(folder);
      const id = v.parse(v.object({ area: v.object({ id: v.string() }) }), release).area.id;
      return v.parse(releaseSchema, stageRelease(folder, `remotes/${id}`, target, bases[id]));
    }),
  });
  if (previous !== undefined && isSame(previous, composition)) return previous;
  // Written aside and renamed: a reader sees the old composition or the new one, never a part.
  const file = path.join(target, 'composition.json');
  writeFileSync(`${file}.new`, `${JSON.stringify(composition, null, 2)}\n`);
  renameSync(`${file}.new`, file);
  return composition;
}

function stageRelease(folder: string, place: string, target: string, base: string | undefined): object {
  const release = readRelease(folder);
  const version = String(release['version']);
  // What a development server serves changes with every keystroke: no hashes, nothing to copy.
  if (base !== undefined) return { ...release, files: {}, base };
  const destination = path.join(target, place, version);
  if (!existsSync(destination)) {
    mkdirSync(path.dirname(destination), { recursive: true });
    cpSync(folder, `${destination}.new`, { recursive: true });
    renameSync(`${destination}.new`, destination);
  }
  return { ...release, files: codeFiles(release), base: `/${place}/${version}/` };
}

function readRelease(folder: string): Record<string, unknown> {
  return v.parse(
    v.record(v.string(), v.unknown()),
    JSON.parse(readFileSync(path.join(folder, 'release.json'), 'utf8')),
  );
}

// The composition travels in every HTML page: it names the code, the release itself names every file.
function codeFiles(release: Record<string, unknown>): Record<string, unknown> {
  const files = v.parse(v.record(v.string(), v.unknown()), release['files']);
  return Object.fromEntries(Object.entries(files).filter(([name]) => /\.(?:js|css)$/.test(name)));
}

function readComposition(target: string): Composition | undefined {
  const file = path.join(target, 'composition.json');
  if (!existsSync(file)) return undefined;
  const result = v.safeParse(compositionSchema, JSON.parse(readFileSync(file, 'utf8')));
  return result.success ? result.output : undefined;
}

function isSame(a: Composition, b: Composition): boolean {
  return JSON.stringify([a.host, a.areas]) === JSON.stringify([b.host, b.areas]);
}
