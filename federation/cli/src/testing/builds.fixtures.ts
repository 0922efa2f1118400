import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { compositionMembers } from '@portal/federation-contract/composition';
import { integrityOf } from '../releases/release-json.ts';

interface BuildRequest {
  version?: string;
  /** Content of the files beside release.json, by name; the entry's is the version by default. */
  files?: Record<string, string>;
  /** Changes to release.json. */
  release?: object;
  /** Changes to area.json. */
  area?: object;
}

/** Writes what a build of an area leaves: files and a release.json that is true of them. Returns the folder. */
export function writeAreaBuild(folder: string, id: string, request: BuildRequest = {}): string {
  const { version = '0.1.0-aaaa1111', files = { 'entry.js': `${id} ${version}` }, area, release } = request;
  const { namespaces = [id.replaceAll('-', '')] }: { namespaces?: string[] } = area ?? {};
  const texts = Object.fromEntries(namespaces.map((namespace) => [`locales/en/${namespace}.json`, '{}']));
  const titles = { [id]: { en: id } };
  const page = { id: 'main', path: '', title: id };
  const face = {
    id,
    contract: 1,
    base_path: `/${id}`,
    order: 1,
    title: id,
    pages: [page],
    namespaces,
    titles,
    ...area,
  };
  return writeBuild(
    folder,
    { ...texts, ...files },
    {
      area: face,
      version,
      shared: 'abcd1234',
      entry: 'entry.js',
      unique_name: `${id}_${version}`.replaceAll(/[^a-z0-9]+/g, '_'),
      pages: { main: [] },
      needs: { react: '^19.3.1' },
      ...release,
    },
  );
}

/** Writes what a build of the host leaves. Returns the folder. */
export function writeHostBuild(folder: string, request: BuildRequest = {}): string {
  const { version = '0.1.0-cccc3333', release } = request;
  const files = { 'main.js': `host ${version}`, 'locales/en/common.json': '{}', ...request.files };
  return writeBuild(folder, files, {
    version,
    shared: 'abcd1234',
    scripts: ['main.js'],
    styles: [],
    frame: [],
    provides: { react: '19.3.1' },
    contracts: [1],
    reads: [...compositionMembers],
    ...release,
  });
}

function writeBuild(folder: string, contents: Record<string, string>, release: object): string {
  const files: Record<string, object> = {};
  for (const [name, content] of Object.entries(contents)) {
    const file = path.join(folder, name);
    mkdirSync(path.dirname(file), { recursive: true });
    writeFileSync(file, content);
    files[name] = { size: Buffer.byteLength(content), integrity: integrityOf(Buffer.from(content)) };
  }
  writeFileSync(path.join(folder, 'release.json'), JSON.stringify({ files, ...release }));
  return folder;
}
