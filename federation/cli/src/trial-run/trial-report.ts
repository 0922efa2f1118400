import * as v from 'valibot';
import { inParallel, parseJson, type ReleaseStore, sha256 } from '../store/release-store.ts';
import type { PagePictures } from './trial-run.ts';

const hashSchema = v.pipe(v.string(), v.regex(/^[0-9a-f]{64}$/));
const pictureSchema = v.nullable(hashSchema);

const reportSchema = v.strictObject({
  pages: v.array(
    v.strictObject({
      path: v.string(),
      /** `voicing@0.1.0-ab12cd34`. */
      release: v.string(),
      /** Of the window, in pixels. */
      width: v.number(),
      /** Share of the changed pixels, 0 to 1; null for a page that was not live before. */
      changed: v.nullable(v.number()),
      /** SHA-256 of PNG files, in hex. */
      before: pictureSchema,
      after: hashSchema,
      difference: pictureSchema,
    }),
  ),
});
/** The pages of a trial run, and the hashes of their pictures. */
export type TrialReport = v.InferOutput<typeof reportSchema>;
export type ReportedPage = TrialReport['pages'][number];

/** Folder of the reports and pictures in the store. A file is named by its hash, so it cannot be exchanged unnoticed. */
export const trialFolder = 'trial-runs/';

/** Path of a picture in the store. */
export function pictureFile(hash: string): string {
  return `${trialFolder}${hash}.png`;
}

/** Path of a report in the store. */
export function reportFile(hash: string): string {
  return `${trialFolder}${hash}.json`;
}

/** Stores the pictures and their report. Returns the SHA-256 of the report, for the signed record; undefined without pages. */
export async function storeReport(
  store: ReleaseStore,
  pages: readonly PagePictures[],
): Promise<string | undefined> {
  if (pages.length === 0) return undefined;
  const pictures = new Map<string, Buffer>();
  const hashOf = (picture: Buffer) => {
    const hash = sha256(picture);
    pictures.set(hash, picture);
    return hash;
  };
  const report: TrialReport = {
    pages: pages.map(({ before, after, difference, ...page }) => ({
      ...page,
      before: before && hashOf(before),
      after: hashOf(after),
      difference: difference && hashOf(difference),
    })),
  };
  const content = Buffer.from(JSON.stringify(report));
  await inParallel([...pictures], ([hash, picture]) => store.write(pictureFile(hash), picture));
  const hash = sha256(content);
  await store.write(reportFile(hash), content);
  return hash;
}

/** The report with this hash; undefined when it is missing or is another one. */
export async function readReport(store: ReleaseStore, hash: string): Promise<TrialReport | undefined> {
  const content = await readHashed(store, reportFile(hash), hash);
  const report = parseJson(reportSchema, content?.toString());
  return report.success ? report.output : undefined;
}

/** The picture with this hash; undefined when it is missing or is another one. */
export function readPicture(store: ReleaseStore, hash: string): Promise<Buffer | undefined> {
  return readHashed(store, pictureFile(hash), hash);
}

async function readHashed(store: ReleaseStore, file: string, hash: string): Promise<Buffer | undefined> {
  const content = (await store.read(file))?.content;
  return content !== undefined && sha256(content) === hash ? content : undefined;
}

/** The files of a report: itself, and its pictures. */
export function filesOfReport(hash: string, { pages }: TrialReport): string[] {
  const pictures = pages.flatMap(({ before, after, difference }) => [before, after, difference]);
  return [
    reportFile(hash),
    ...pictures.flatMap((picture) => (picture === null ? [] : [pictureFile(picture)])),
  ];
}
