import { readFile, stat } from 'node:fs/promises';
import path from 'node:path';
import { type Composition, compositionSchema } from '@portal/contract/composition';
import * as v from 'valibot';

interface Live {
  composition: Composition;
  /** The HTML template of the composition's host. */
  template: string;
}

/** Reads the live composition, and its host's HTML, whenever the file has changed; what a faulty file would replace is kept. */
export function liveComposition(
  portalFolder: string,
  onFault: (error: unknown) => void,
): () => Promise<Live> {
  const file = path.join(portalFolder, 'composition.json');
  let live: Live | undefined;
  let changed = -1;
  return async () => {
    const { mtimeMs } = await stat(file);
    if (live !== undefined && mtimeMs === changed) return live;
    try {
      live = await read(file, portalFolder);
      changed = mtimeMs;
    } catch (error) {
      if (live === undefined) throw error;
      onFault(error);
    }
    return live;
  };
}

async function read(file: string, portalFolder: string): Promise<Live> {
  const composition = v.parse(compositionSchema, JSON.parse(await readFile(file, 'utf8')));
  const template = await readTemplate(composition.host.base, portalFolder);
  return { composition, template };
}

async function readTemplate(base: string, portalFolder: string): Promise<string> {
  if (base.startsWith('/')) return readFile(path.join(portalFolder, base, 'index.html'), 'utf8');
  // A host under development is served by its own server.
  const response = await fetch(new URL('index.html', base));
  if (!response.ok) throw new Error(`${response.url} answered ${response.status}`);
  return response.text();
}
