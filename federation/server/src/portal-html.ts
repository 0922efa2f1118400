import type { Composition, LiveHost, LiveRelease } from '@portal/federation-contract/composition';
import type { FirstRequest } from '@portal/federation-contract/first-requests';
import type { PortalVisit, TextHashes } from '@portal/federation-contract/portal-visit';
import type { SignedComposition } from '@portal/federation-contract/signed-composition';
import { escapeHtml } from './escape-html.ts';
import { frameSheets, type InlinedSheet } from './inlined-sheets.ts';
import { lastUsed } from './last-used.ts';
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

/** The HTML of a page: what stands before the responses of the API, what stands behind them, and both together. */
export interface PortalHtml {
  start: string;
  end: string;
  whole: string;
}

/** Pages that are stored: all in twelve languages, with and without a session. */
const storedHtml = 1_024;

/**
 * Fills each page once: to fill its text and to compute the hash by which its compressed bytes are found costs more than everything
 * else that a page needs.
 */
export function storedPortalHtml(max = storedHtml): (request: PortalHtmlRequest) => PortalHtml {
  const stored = lastUsed<PortalHtml>(max);
  const numberOf = numbers(max);
  return (request) => {
    const { template, config, composition, signed, texts, screens, sheets, visit, requests } = request;
    const { language, languages, hasResponses } = request;
    // Every page has another one.
    const token = template.includes(tokenSlot) ? request.token : '';
    const { screen, isAccount, failure } = screens;
    const shared = [template, config, composition, signed, texts, languages, screen, failure].map(numberOf);
    const files = sheets.map(({ integrity }) => integrity);
    const key = JSON.stringify([shared, files, visit, requests, token, language, isAccount, hasResponses]);
    return stored(key, () => portalHtml(request));
  };
}

/** Numbers objects and long texts, so that they can be a part of a short key. */
function numbers(max: number): (part: unknown) => number {
  const known = new Map<unknown, number>();
  let last = 0;
  return (part) => {
    const found = known.get(part);
    if (found !== undefined) return found;
    // A number is never used again: what had it before is not found any more.
    if (known.size >= max) known.clear();
    last += 1;
    known.set(part, last);
    return last;
  };
}

/**
 * The host's HTML template with configuration, composition, assets, language and prerendered screens in its slots.
 */
function portalHtml({
  template,
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
}: PortalHtmlRequest): PortalHtml {
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
  const filled = { ...slots, prerendered, failure: fill(failure, slots) };
  const [start = '', end = ''] = template.split(responsesSlot).map((part) => fill(part, filled));
  return { start, end, whole: start + end };
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
