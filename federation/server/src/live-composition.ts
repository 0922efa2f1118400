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
import { DeliveryError } from './delivery-error.ts';
import { NotReleased, type ReadReleased } from './released-files.ts';

/** Stores the newest composition that was accepted, so that an older one is refused after a restart, too. */
export interface AcceptedCompositions {
  /** The newest composition that was accepted under a key (SPKI, base64), by any process. */
  find(publicKey: string): Promise<{ number: number; signed: SignedComposition } | undefined>;
  /** Stores a composition unless a newer one is stored, and the releases that it names. */
  save(accepted: AcceptedComposition): Promise<void>;
}

export interface AcceptedComposition {
  publicKey: string;
  composition: Composition;
  signed: SignedComposition;
}

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
  acceptedCompositions: AcceptedCompositions;
  /** Called once for each state of the file that is refused. */
  onFault: (error: unknown) => void;
}

/** The file holds the audit record of the change, too; what travels to pages is the composition alone. */
const fileSchema = v.object(signedCompositionSchema.entries);

/**
 * Reads the live composition and its host's HTML whenever the file has changed. A composition that is unsigned,
 * malformed or older than one that was live before, also before a restart, is refused, and the last good one stays live.
 * Throws DeliveryError (maintenance) while there has never been a good one.
 */
export function liveComposition(options: LiveCompositionOptions): () => Promise<Live> {
  const { portalFolder, readReleased, publicKey, acceptedCompositions, onFault } = options;
  const file = path.join(portalFolder, 'composition.json');
  let live: Live | undefined;
  let highest: number | undefined;
  /** The state of the file that needs no reading again. */
  let settled: string | undefined;
  let reported: string | undefined;
  let reading: Promise<void> | undefined;

  const accept = async (envelope: unknown): Promise<Live> => {
    const composition = await verifyComposition(envelope, { publicKey, atLeast: highest });
    const template = await readTemplate(composition.host, readReleased);
    return { composition, template, signed: v.parse(signedCompositionSchema, envelope) };
  };

  const report = (state: string, error: unknown) => {
    if (reported !== state) onFault(error);
    reported = state;
  };

  const recall = async () => {
    const accepted = await acceptedCompositions.find(publicKey);
    highest = accepted?.number ?? 1;
    // Its host may be gone, or its shape may be an older program's; its number counts anyway.
    live = accepted && (await accept(accepted.signed).catch(() => undefined));
  };

  const read = async (state: string) => {
    if (highest === undefined) await recall();
    try {
      live = await accept(readEnvelope(await readFile(file, 'utf8')));
      highest = live.composition.number;
      settled = state;
    } catch (error) {
      // A refused composition stays refused; a file or a server that failed may only be late.
      if (error instanceof CompositionRefused) settled = state;
      report(state, error);
      return;
    }
    // A roll-back must not wait for the database.
    await acceptedCompositions.save({ publicKey, ...live }).catch((error) => report(state, error));
  };

  return async () => {
    const state = await stateOf(file);
    if (state !== settled) {
      reading ??= read(state).finally(() => {
        reading = undefined;
      });
      await reading;
    }
    if (live === undefined) throw new DeliveryError('maintenance');
    return live;
  };
}

/** Changes with the content: a swap by rename brings another inode. */
async function stateOf(file: string): Promise<string> {
  const found = await stat(file).catch(() => undefined);
  return found === undefined ? 'missing' : `${found.ino} ${found.mtimeMs} ${found.size}`;
}

function readEnvelope(text: string): SignedComposition {
  const content = v.safeParse(v.pipe(v.string(), v.parseJson(), fileSchema), text);
  if (!content.success) throw new CompositionRefused('malformed', 'it is not a signed composition');
  return content.output;
}

/** The host's HTML. Every page may run its script and style, so it must be the one that the signed composition names. */
async function readTemplate(host: LiveHost, readReleased: ReadReleased): Promise<string> {
  const template = await readReleased(host, 'index.html').catch((error) => {
    throw error instanceof NotReleased ? unreleasedHtml() : error;
  });
  if (template === undefined) throw unreleasedHtml();
  return template;
}

const unreleasedHtml = () =>
  new CompositionRefused('malformed', 'the HTML of its host is not the one that was released');
