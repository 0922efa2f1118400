import type { Composition, LiveHost, LiveRelease } from '@portal/federation-contract/composition';
import type { FirstRequest } from '@portal/federation-contract/first-requests';
import type { PortalVisit, TextHashes } from '@portal/federation-contract/portal-visit';
import { namedReleases } from '@portal/federation-contract/release-lookup';
import type { SignedComposition } from '@portal/federation-contract/signed-composition';
import { escapeHtml } from './escape-html.ts';
import { frameSheets, type InlinedSheet } from './inlined-sheets.ts';
import type { DeliveryConfig } from './page-policies.ts';
import type { PrerenderedScreens } from './prerendered-screens.ts';
import type { ReadTextHashes } from './released-files.ts';

interface PortalHtmlRequest {
  template: string;
  config: DeliveryConfig;
  composition: Composition;
  signed: SignedComposition;
  visit: PortalVisit;
  /** The page's token for its reports; empty without telemetry. */
  token: string;
  language: string;
  languages: readonly string[];
  /** Hashes of the language's texts in the releases of the visit. */
  texts: TextHashes;
  /** The requests of the API that this page sends first. */
  requests: readonly FirstRequest[];
  /** Prerendered HTML for this page. */
  screens: PrerenderedScreens;
  /** Sheets that stand in the HTML; the page loads the others as files. */
  sheets: readonly InlinedSheet[];
  /** Whether the responses of the API follow before the end of the page. */
  hasResponses: boolean;
}

/** Where hosts of older releases have the page's token. */
const tokenSlot = '{{token}}';

/** Where the responses of the API stand in the template; a host from before them has no such slot. */
const responsesSlot = '{{responses}}';

/** Whether a host takes responses of the API from its HTML. */
export function takesResponses(template: string): boolean {
  return template.includes(responsesSlot);
}

/** A page before it is filled. */
export interface PortalHtml {
  /** The same for pages that are filled with the same text; undefined if no page after this one has it, or few have. */
  key: string | undefined;
  /** What stands before the responses of the API, or all of it if none follow. */
  start: () => string;
  /** What stands behind the responses. */
  end: () => string;
}

/**
 * The HTML of a page. It is filled when it is needed: to fill its text, and to find its compressed bytes by that text, costs more than
 * everything else that a page needs, so they are found by the key.
 */
export function portalHtml(request: PortalHtmlRequest): PortalHtml {
  const parts = () => request.template.split(responsesSlot);
  const filled = (part: string) => (part.includes('{{') ? fill(part, slotsOf(request)) : part);
  if (!request.hasResponses)
    return { key: keyOf(request), start: () => filled(parts().join('')), end: () => '' };
  return { key: keyOf(request), start: () => filled(parts()[0] ?? ''), end: () => filled(parts()[1] ?? '') };
}

/** What the text of a page follows from. The files of a release and the texts that it names never change. */
function keyOf(request: PortalHtmlRequest): string | undefined {
  const { template, composition, signed, visit, language, texts, requests, screens, sheets } = request;
  const { base, manifest } = composition.host;
  const isDeveloped = namedReleases(composition).some(({ release }) => release.manifest === null);
  // Safe mode has a page for each set of areas.
  if (isDeveloped || visit.without.length > 0 || template.includes(tokenSlot)) return undefined;
  const { screen, frameKey, isAccount, failure } = screens;
  const files = sheets.map(({ integrity }) => integrity);
  const present = [screen !== undefined, failure !== undefined, isAccount, request.hasResponses];
  const found = [frameKey, Object.keys(texts), files, present];
  return JSON.stringify([signed.signature, base, manifest, visit, language, requests, ...found]);
}

/** What stands in the slots of a page: configuration, composition, assets, language and prerendered screens. */
function slotsOf({
  config,
  composition,
  signed,
  visit,
  token,
  language,
  languages,
  texts,
  requests,
  screens: { screen, isAccount, failure = '' },
  sheets,
  hasResponses,
}: PortalHtmlRequest): Record<string, string> {
  const slots: Record<string, string> = {
    language,
    languages: languages.join(' '),
    brand: escapeHtml(config.brand),
    base: composition.host.base,
    config: knownJsonForHtml(config),
    composition: knownJsonForHtml(signed),
    visit: jsonForHtml(visit),
    token,
    texts: knownJsonForHtml(texts),
    requests: jsonForHtml(requests),
    'has-responses': String(hasResponses),
    'has-frame-sheets': String(hasFrameSheets(composition, sheets)),
    assets: assetTags(composition, sheets),
  };
  const attributes = `id="prerendered"${isAccount ? ' data-account' : ''}`;
  const prerendered = screen === undefined ? '' : `<div ${attributes}>${fill(screen, slots)}</div>`;
  return { ...slots, prerendered, failure: fill(failure, slots) };
}

function fill(template: string, slots: Record<string, string>): string {
  return template.replace(/\{\{([a-z-]+)\}\}/g, (whole, name: string) => slots[name] ?? whole);
}

function hasFrameSheets({ host }: Composition, sheets: readonly InlinedSheet[]): boolean {
  return frameSheets(host).every((file) => sheets.some((sheet) => sheet.file === file));
}

/** Scripts first: the browser requests them while it reads the sheets. */
function assetTags({ host }: Composition, sheets: readonly InlinedSheet[]): string {
  const attributes = (file: string) => {
    const integrity = host.files[file]?.integrity;
    return `crossorigin="anonymous"${integrity === undefined ? '' : ` integrity="${integrity}"`}`;
  };
  const scripts = host.scripts.map(
    (file) => `<script defer fetchpriority="high" src="${host.base}${file}" ${attributes(file)}></script>`,
  );
  const styles = host.styles
    .filter((file) => !sheets.some((sheet) => sheet.file === file))
    .map((file) => `<link rel="stylesheet" href="${host.base}${file}" ${attributes(file)} />`);
  // webpack finds a sheet of the host by its name, and does not load it again.
  const inlined = sheets.map(({ file, css }) => `<style data-href="${file}">${css}</style>`);
  return [...scripts, ...styles, ...inlined].join('\n    ');
}

const knownJson = new WeakMap<object, string>();

/** The JSON of an object that is the same in many pages. */
function knownJsonForHtml(value: object): string {
  const known = knownJson.get(value) ?? jsonForHtml(value);
  knownJson.set(value, known);
  return known;
}

// An escaped "<" cannot end the script element.
function jsonForHtml(value: unknown): string {
  return JSON.stringify(value).replaceAll('<', '\\u003c');
}

/** Combinations of releases and a language whose hashes are stored: a few canaries in each language. */
const storedPages = 128;

/**
 * Finds the hashes of the texts that a page needs. A release whose release.json cannot be read is omitted; the page then
 * reads that file itself.
 */
export function visitedTextHashes(
  readTextHashes: ReadTextHashes,
  onFault: (error: unknown) => void,
): (releases: readonly (LiveHost | LiveRelease)[], language: string) => Promise<TextHashes> {
  const known = new Map<string, TextHashes>();
  const find = async (releases: readonly (LiveHost | LiveRelease)[], language: string) => {
    let isComplete = true;
    const entries = releases.map(async (release) => {
      const hashes = await readTextHashes(release, language).catch((error) => {
        onFault(error);
        isComplete = false;
        return {};
      });
      return [release.base, hashes] as const;
    });
    const found = (await Promise.all(entries)).filter(([, hashes]) => Object.keys(hashes).length > 0);
    return { hashes: Object.fromEntries(found), isComplete };
  };
  return async (releases, language) => {
    const isReleased = releases.every(({ manifest }) => manifest !== null);
    const key = [language, ...releases.map(({ base, manifest }) => `${base} ${manifest}`)].join('\n');
    const stored = known.get(key);
    if (stored !== undefined) return stored;
    const { hashes, isComplete } = await find(releases, language);
    if (known.size >= storedPages) known.clear();
    if (isReleased && isComplete) known.set(key, hashes);
    return hashes;
  };
}
