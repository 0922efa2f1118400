import { createHash } from 'node:crypto';
import type { Composition } from '@portal/federation-contract/composition';
import { namedReleases } from '@portal/federation-contract/release-lookup';
import type { InlinedSheet } from './inlined-sheets.ts';

/** The part of the page's configuration that delivery uses. A portal adds further members. */
export interface DeliveryConfig {
  /** Shown to visitors. */
  brand: string;
  instance: string;
  environment: 'production' | 'staging' | 'development' | 'test';
  /** Prefix of the requests to the BFF; `/` for the portal's own origin. */
  bff_base_address: string;
  /** ISO 639-1. */
  default_language: string;
  /** SPKI, base64; verifies the composition's signature. */
  signature_public_key: string;
  /**
   * Address of a second copy of all releases, without a trailing slash, with `access-control-allow-origin`: pages load the
   * files of an area from there when they cannot be loaded from the first origin.
   */
  alternate_files?: string;
}

/** Sources that a page may use besides the releases, in the notation of Content-Security-Policy. */
export interface CodeSources {
  scripts: readonly string[];
  frames: readonly string[];
  connections: readonly string[];
  /** A directive for the styles: `style-src-attr 'unsafe-inline'`. */
  styles: string;
}

interface PoliciesRequest {
  /** The host's HTML with empty slots. */
  template: string;
  config: DeliveryConfig;
  composition: Composition;
  /** Overrides are set in this browser; they count only where the environment allows them. */
  isOverridden: boolean;
  /** Sheets of the host's release that stand in the HTML. */
  sheets: readonly InlinedSheet[];
  /** Code of another provider. It has no hash, so the page does not require hashes. */
  codeSources?: CodeSources | undefined;
}

/** The headers that restrict what a page runs, loads and connects to. The composition determines the origins of code. */
export function pagePolicies({
  template,
  config,
  composition,
  isOverridden,
  sheets,
  codeSources,
}: PoliciesRequest): Record<string, string> {
  const elsewhere = namedReleases(composition)
    .map(({ release }) => release)
    .filter(({ base }) => !base.startsWith('/'));
  const developed = elsewhere.filter(({ manifest }) => manifest === null);
  // The override form reads from a local server; scripts of that server run only once the override is set.
  const local = areOverridesAllowed(config) ? ['http://localhost:*', 'http://127.0.0.1:*'] : [];
  const armed = isOverridden ? local : [];
  const alternate = config.alternate_files === undefined ? [] : [new URL(config.alternate_files).origin];
  const origins = [...originsOf(elsewhere), ...alternate, ...armed];
  const sockets = [...originsOf(developed), ...armed].map((origin) => origin.replace(/^http/, 'ws'));
  // Scripts need a hash and an address that the host's policy accepts. Those of a development server or of another
  // provider have no hash and load more scripts of their own.
  const isHeld = developed.length === 0 && armed.length === 0 && codeSources === undefined;
  const directives = [
    ["default-src 'none'"],
    // Only the template's own script and style: text in its slots must not run.
    ["script-src 'self'", ...hashesOf('script', template), ...origins, ...(codeSources?.scripts ?? [])],
    [
      "style-src 'self'",
      ...hashesOf('style', template),
      ...sheets.map(({ integrity }) => `'${integrity}'`),
      ...origins,
    ],
    [
      "connect-src 'self'",
      ...bffOrigins(config),
      ...origins,
      ...local,
      ...sockets,
      ...(codeSources?.connections ?? []),
    ],
    ["img-src 'self' data:", ...origins],
    ["font-src 'self'", ...origins],
    ["manifest-src 'self'"],
    ...(codeSources === undefined ? [] : [['frame-src', ...codeSources.frames], [codeSources.styles]]),
    ["object-src 'none'"],
    ["base-uri 'none'"],
    ["form-action 'self'"],
    ["frame-ancestors 'none'"],
    ...(isHeld ? [["require-trusted-types-for 'script'"], ['trusted-types default']] : []),
  ];
  return {
    'content-security-policy': directives.map((parts) => [...new Set(parts)].join(' ')).join('; '),
    ...(isHeld && { 'integrity-policy': 'blocked-destinations=(script)' }),
    // Isolates the page, so that Chromium measures its memory. A frame of another provider would not load.
    ...(isHeld && { 'cross-origin-embedder-policy': 'credentialless' }),
  };
}

/** The policy of a document that runs and loads nothing but its own inlined style. */
export function documentPolicy(html: string): string {
  const styles = ['style-src', ...hashesOf('style', html)].join(' ');
  return `default-src 'none'; ${styles}; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`;
}

function originsOf(releases: readonly { base: string }[]): string[] {
  return releases.map(({ base }) => new URL(base).origin);
}

/** Whether a developer may load an area from a local server instead of its release; never in production. */
function areOverridesAllowed({ environment }: DeliveryConfig): boolean {
  return environment === 'development' || environment === 'staging';
}

function bffOrigins({ bff_base_address: address }: DeliveryConfig): string[] {
  return address.startsWith('/') ? [] : [new URL(address).origin];
}

const knownHashes = { script: new Map<string, string[]>(), style: new Map<string, string[]>() };
/** Templates whose hashes are stored: those of the hosts that pages get at a time. */
const storedTemplates = 8;

/** Computed once for a template: every page has them in its policy. */
function hashesOf(tag: keyof typeof knownHashes, template: string): string[] {
  const stored = knownHashes[tag];
  const known = stored.get(template);
  if (known !== undefined) return known;
  if (stored.size >= storedTemplates) stored.clear();
  const hashes = findHashes(tag, template);
  stored.set(template, hashes);
  return hashes;
}

function findHashes(tag: string, template: string): string[] {
  const [, ...texts] = template.split(`<${tag}>`);
  return texts
    .map((text) => text.split(`</${tag}>`, 1).join())
    .map((text) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`);
}
