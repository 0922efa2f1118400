import { areaReleaseSchema, type LiveHost, type LiveRelease } from '@portal/federation-contract/composition';
import { type TextHashes, textHashesSchema } from '@portal/federation-contract/portal-visit';
import * as v from 'valibot';
import { findReleased } from './integrity.ts';
import { reportRefusedTexts } from './release-telemetry.ts';
import { alternateBase } from './released-address.ts';

const listSchema = v.object({ files: areaReleaseSchema.entries.files });
type FileList = v.InferOutput<typeof listSchema>['files'];

/** Milliseconds. */
const readLimit = 4_000;

let stated: TextHashes = {};
/** Addresses whose content was refused: each is reported once. */
const refused = new Set<string>();
const lists = new Map<string, Promise<FileList>>();

/** Takes over the hashes that the HTML states of the texts in its language. Anything malformed is ignored. */
export function stateTextHashes(inlined: unknown): void {
  const hashes = v.safeParse(textHashesSchema, inlined);
  stated = hashes.success ? hashes.output : {};
}

/**
 * Whether a locale file is the one that was released. A hash that the HTML does not state, of another language or of a
 * fallback release, is read from the release's release.json. Rejects when that file cannot be read.
 */
export async function isReleasedText(address: string, content: ArrayBuffer): Promise<boolean> {
  const { release, name } = findReleased(address);
  if (release.manifest === null) return true;
  const expected = stated[release.base]?.[name] ?? (await filesOf(release))[name]?.integrity;
  const isReleased = expected === (await integrityOf(content));
  if (!isReleased && !refused.has(address)) reportRefusedTexts(release);
  if (!isReleased) refused.add(address);
  return isReleased;
}

function filesOf(release: LiveHost | LiveRelease): Promise<FileList> {
  const { base } = release;
  const alternate = alternateBase(release);
  const known =
    lists.get(base) ??
    readList(release, 'default')
      .catch(() => readList(release, 'reload'))
      .catch((error) => {
        if (alternate === undefined) throw error;
        return readList({ ...release, base: alternate }, 'default');
      });
  lists.set(base, known);
  known.catch(() => lists.delete(base));
  return known;
}

/** Reads release.json. The browser holds it to the integrity that the signed composition states. */
async function readList({ base, manifest }: LiveHost | LiveRelease, cache: RequestCache): Promise<FileList> {
  const signal = AbortSignal.timeout(readLimit);
  const integrity = manifest ?? '';
  const response = await fetch(`${base}release.json`, {
    integrity,
    cache,
    signal,
    credentials: 'same-origin',
  });
  return v.parse(listSchema, await response.json()).files;
}

async function integrityOf(content: ArrayBuffer): Promise<string> {
  const digest = new Uint8Array(await crypto.subtle.digest('SHA-384', content));
  return `sha384-${btoa(String.fromCharCode(...digest))}`;
}
