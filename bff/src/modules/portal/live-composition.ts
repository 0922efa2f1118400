import { readFile, stat } from 'node:fs/promises';
import path from 'node:path';
import type { Composition } from '@portal/contract/composition';
import {
  type SignedComposition,
  signedCompositionSchema,
  verifyComposition,
} from '@portal/contract/signed-composition';
import * as v from 'valibot';

export interface Live {
  composition: Composition;
  /** The composition as it was signed. */
  signed: SignedComposition;
  /** The HTML template of the composition's host. */
  template: string;
}

interface LiveCompositionOptions {
  /** Absolute folder with `composition.json` and the releases. */
  portalFolder: string;
  /** SPKI, base64. */
  publicKey: string;
  /** Is told once of each file that is refused. */
  onFault: (error: unknown) => void;
}

/**
 * Reads the live composition, and its host's HTML, whenever the file has changed. What is not signed, malformed or older than
 * what was live before is refused, and the last good one stays.
 */
export function liveComposition({
  portalFolder,
  publicKey,
  onFault,
}: LiveCompositionOptions): () => Promise<Live> {
  const file = path.join(portalFolder, 'composition.json');
  let live: Live | undefined;
  let changed = -1;
  return async () => {
    const { mtimeMs } = await stat(file);
    if (live !== undefined && mtimeMs === changed) return live;
    try {
      const envelope: unknown = JSON.parse(await readFile(file, 'utf8'));
      const composition = await verifyComposition(envelope, { publicKey, atLeast: live?.composition.number });
      const template = await readTemplate(composition.host.base, portalFolder);
      live = { composition, signed: v.parse(signedCompositionSchema, envelope), template };
    } catch (error) {
      if (live === undefined) throw error;
      onFault(error);
    }
    changed = mtimeMs;
    return live;
  };
}

async function readTemplate(base: string, portalFolder: string): Promise<string> {
  if (base.startsWith('/')) return readFile(path.join(portalFolder, base, 'index.html'), 'utf8');
  // A host under development is served by its own server.
  const response = await fetch(new URL('index.html', base));
  if (!response.ok) throw new Error(`${response.url} answered ${response.status}`);
  return response.text();
}
