import { statSync } from 'node:fs';
import path from 'node:path';
import type { Composition, LiveHost } from '@portal/federation-contract/composition';
import {
  CompositionRefused,
  type SignedComposition,
  signedCompositionSchema,
  verifyComposition,
} from '@portal/federation-contract/signed-composition';
import type { BaseIssue } from 'valibot';
import * as v from 'valibot';
import { readableReleases } from './readable-releases.ts';
import { readRegularFile } from './regular-file.ts';
import { NotReleased, type ReadReleased } from './released-files.ts';

/** Stores the newest accepted composition, so that an older one is also refused after a restart. */
export interface AcceptedCompositions {
  /** The newest composition that any process has accepted with a key (SPKI, base64). */
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
  /** Called once for each state of the file that is refused, also again after a repair, and once when the releases' files are lost. */
  onFault: (error: unknown) => void;
}

/** Milliseconds between two attempts to read what was refused: a file of its host may have been repaired meanwhile. */
const retryInterval = 1_000;

/** The file also contains the audit record of the change, which pages do not get. */
const fileSchema = v.object(signedCompositionSchema.entries);

/**
 * Reads the live composition and its host's HTML when the file has changed. A composition that is unsigned, malformed or
 * older than one that was live before, also before a restart, is refused, and the last accepted one stays live. What was
 * refused is read again after a second, because a file of its host may have been repaired. Throws DeliveryError
 * (maintenance) when none has been accepted, and while the files of its releases cannot be read.
 */
export function liveComposition(options: LiveCompositionOptions): () => Promise<Live> {
  const { portalFolder, readReleased, publicKey, acceptedCompositions, onFault } = options;
  const file = path.join(portalFolder, 'composition.json');
  const areReadable = readableReleases(portalFolder, onFault);
  let live: Live | undefined;
  let highest: number | undefined;
  /** The state of the file that is live. */
  let settled: string | undefined;
  /** The state of the file that has been refused and reported; undefined again after a repair. */
  let refused: string | undefined;
  /** When it is read again, by `performance.now()`. */
  let retryAt = 0;
  let reading: Promise<void> | undefined;

  const accept = async (envelope: unknown): Promise<Live> => {
    const composition = await verifyComposition(envelope, { publicKey, atLeast: highest });
    const signed = v.parse(signedCompositionSchema, envelope);
    const isOther = composition.number === live?.composition.number && signed.payload !== live.signed.payload;
    if (isOther)
      throw new CompositionRefused('number', `another composition ${composition.number} has been live`);
    const template = await readTemplate(composition.host, readReleased);
    return { composition, template, signed };
  };

  const recall = async () => {
    const accepted = await acceptedCompositions.find(publicKey);
    highest = Math.max(highest ?? 1, accepted?.number ?? 1);
    // Its number counts even if its host is missing or its format is outdated.
    live = accepted && (await accept(accepted.signed).catch(() => undefined));
  };

  const read = async (state: string) => {
    if (live === undefined) await recall();
    try {
      live = await accept(readEnvelope((await readRegularFile(file)).toString()));
      highest = live.composition.number;
      settled = state;
      refused = undefined;
    } catch (error) {
      if (refused !== state) onFault(error);
      refused = state;
      retryAt = performance.now() + retryInterval;
      return;
    }
    // A rollback takes effect even if the database fails.
    await acceptedCompositions.save({ publicKey, ...live }).catch(onFault);
  };

  return async () => {
    const state = stateOf(file);
    const isWaiting = state === refused && performance.now() < retryAt;
    // A repair may have put back the file that is live.
    if (state === settled) refused = undefined;
    else if (!isWaiting) {
      reading ??= read(state).finally(() => {
        reading = undefined;
      });
      await reading;
    }
    if (live === undefined || !areReadable(live.composition)) throw new DeliveryError('maintenance');
    return live;
  };
}

/**
 * Changes with the file: a swap by rename changes the inode. Every page asks: a thread for it would cost more than the microseconds
 * of a system call. A folder without permission is a state as well: reading the file reports why.
 */
function stateOf(file: string): string {
  try {
    const found = statSync(file, { throwIfNoEntry: false });
    return found === undefined ? 'missing' : `${found.ino} ${found.mtimeMs} ${found.size}`;
  } catch {
    return 'unreadable';
  }
}

function readEnvelope(text: string): SignedComposition {
  const content = v.safeParse(v.pipe(v.string(), v.parseJson(), fileSchema), text);
  if (!content.success) throw new CompositionRefused('malformed', 'it is not a signed composition');
  return content.output;
}

/** The host's HTML. Pages run its script and style, so it must have the hash in the release that the composition names. */
async function readTemplate(host: LiveHost, readReleased: ReadReleased): Promise<string> {
  const template = await readReleased(host, 'index.html').catch((error) => {
    throw error instanceof NotReleased ? unreleasedHtml() : error;
  });
  if (template === undefined) throw unreleasedHtml();
  return template;
}

const unreleasedHtml = () =>
  new CompositionRefused('malformed', 'the HTML of its host is not the one that was released');

const statuses = { maintenance: 503, not_found: 404, wrong_query: 400, wrong_body: 422 };

type Issues = readonly [BaseIssue<unknown>, ...BaseIssue<unknown>[]];

/** A refused request. A server with its own errors translates it by `code`; otherwise Fastify responds with the status. */
export class DeliveryError extends Error {
  override readonly name = 'DeliveryError';
  readonly code: keyof typeof statuses;
  readonly statusCode: number;
  /** Faults of the query or the body. */
  readonly issues: Issues | undefined;

  constructor(code: keyof typeof statuses, issues?: Issues) {
    super(code);
    this.code = code;
    this.statusCode = statuses[code];
    this.issues = issues;
  }
}
