import { readFile, stat } from 'node:fs/promises';
import path from 'node:path';
import type { Composition, LiveHost } from '@portal/federation-contract/composition';
import {
  CompositionRefused,
  type SignedComposition,
  signedCompositionSchema,
  verifyComposition,
} from '@portal/federation-contract/signed-composition';
import * as v from 'valibot';
import type { Database } from '../../database/database.ts';
import { HttpError } from '../../errors/http-error.ts';
import { findAcceptedComposition, keepAcceptedComposition } from './accepted-compositions.repository.ts';
import { NotReleased, type ReadReleased } from './released-files.ts';

export interface Live {
  composition: Composition;
  /** The composition as it was signed. */
  signed: SignedComposition;
  /** The HTML template of the composition's host. */
  template: string;
}

interface LiveCompositionOptions {
  /** Absolute folder with `composition.json`. */
  portalFolder: string;
  readReleased: ReadReleased;
  /** SPKI, base64. */
  publicKey: string;
  /** Remembers the newest composition over restarts. */
  database: Database;
  /** Is told once of each state of the file that is refused. */
  onFault: (error: unknown) => void;
}

/** The file holds the audit record of the change, too; what travels to pages is the composition alone. */
const fileSchema = v.object(signedCompositionSchema.entries);

/**
 * Reads the live composition, and its host's HTML, whenever the file has changed. What is not signed, malformed or
 * older than any that was live before, a restart ago included, is refused, and the last good one stays.
 */
export function liveComposition(options: LiveCompositionOptions): () => Promise<Live> {
  const { portalFolder, readReleased, publicKey, database, onFault } = options;
  const file = path.join(portalFolder, 'composition.json');
  let live: Live | undefined;
  let highest: number | undefined;
  /** The state of the file that has been dealt with. */
  let settled: string | undefined;
  let told: string | undefined;
  let reading: Promise<void> | undefined;

  const accept = async (envelope: unknown): Promise<Live> => {
    const composition = await verifyComposition(envelope, { publicKey, atLeast: highest });
    const template = await readTemplate(composition.host, readReleased);
    return { composition, template, signed: v.parse(signedCompositionSchema, envelope) };
  };

  const tell = (state: string, error: unknown) => {
    if (told !== state) onFault(error);
    told = state;
  };

  const recall = async () => {
    const accepted = await findAcceptedComposition(database.system, publicKey);
    highest = accepted?.number ?? 1;
    // Its host may be gone, and its shape be an older program's; the number counts all the same.
    live = accepted && (await accept(accepted.signed).catch(() => undefined));
  };

  const read = async (state: string) => {
    if (highest === undefined) await recall();
    try {
      live = await accept(readEnvelope(await readFile(file, 'utf8')));
      highest = live.composition.number;
      settled = state;
    } catch (error) {
      // What is wrong in itself gets no better by being read again; a file or a server may only be late.
      if (error instanceof CompositionRefused) settled = state;
      tell(state, error);
      return;
    }
    // A roll-back must not wait for the database.
    await keepAcceptedComposition(database, { publicKey, ...live }).catch((error) => tell(state, error));
  };

  return async () => {
    const state = await stateOf(file);
    if (state !== settled) {
      reading ??= read(state).finally(() => {
        reading = undefined;
      });
      await reading;
    }
    if (live === undefined) throw new HttpError('maintenance', { headers: { 'retry-after': '5' } });
    return live;
  };
}

/** Another value for another content: a swap by rename brings another inode. */
async function stateOf(file: string): Promise<string> {
  const found = await stat(file).catch(() => undefined);
  return found === undefined ? 'missing' : `${found.ino} ${found.mtimeMs} ${found.size}`;
}

function readEnvelope(text: string): SignedComposition {
  const content = v.safeParse(v.pipe(v.string(), v.parseJson(), fileSchema), text);
  if (!content.success) throw new CompositionRefused('malformed', 'it is not signed as it has to be');
  return content.output;
}

/** The host's HTML, whose script and style every page is allowed to run: it must be what the signed composition vouches for. */
async function readTemplate(host: LiveHost, readReleased: ReadReleased): Promise<string> {
  const template = await readReleased(host, 'index.html').catch((error) => {
    throw error instanceof NotReleased ? unreleasedHtml() : error;
  });
  if (template === undefined) throw unreleasedHtml();
  return template;
}

const unreleasedHtml = () =>
  new CompositionRefused('malformed', 'the HTML of its host is not the one that was released');
