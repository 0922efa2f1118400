import { createHash } from 'node:crypto';
import type { Composition } from '@portal/federation-contract/composition';
import type { DeliveryConfig } from '@portal/federation-contract/portal-config';

/** Sources beyond the releases that a page may use, as Content-Security-Policy writes them. */
export interface CodeSources {
  scripts: readonly string[];
  frames: readonly string[];
  connections: readonly string[];
  /** A directive for the styles: `style-src-attr 'unsafe-inline'`. */
  styles: string;
}

interface PoliciesRequest {
  /** The host's HTML before anything is filled in. */
  template: string;
  config: DeliveryConfig;
  composition: Composition;
  /** A developer has armed overrides in this browser; they count where the environment allows them. */
  isOverridden: boolean;
  /** Code of another provider. It has no hash, so a page with it requires none. */
  codeSources?: CodeSources | undefined;
}

/** The headers that say what a page may run, load and connect to. The composition decides where code may come from. */
export function pagePolicies({
  template,
  config,
  composition,
  isOverridden,
  codeSources,
}: PoliciesRequest): Record<string, string> {
  const elsewhere = releasesOf(composition).filter(({ base }) => !base.startsWith('/'));
  const developed = elsewhere.filter(({ manifest }) => manifest === null);
  // The form that arms an override reads from a local server; scripts of that server run only afterwards.
  const local = areOverridesAllowed(config) ? ['http://localhost:*', 'http://127.0.0.1:*'] : [];
  const armed = isOverridden ? local : [];
  const origins = [...originsOf(elsewhere), ...armed];
  const sockets = [...originsOf(developed), ...armed].map((origin) => origin.replace(/^http/, 'ws'));
  // Scripts need a hash and an address that the host's policy accepts. Those of a development server or of another
  // provider have no hash and load more scripts of their own.
  const isHeld = developed.length === 0 && armed.length === 0 && codeSources === undefined;
  const directives = [
    ["default-src 'none'"],
    // Only the template's own script and style: text that is filled in must not run.
    ["script-src 'self'", ...hashesOf('script', template), ...origins, ...(codeSources?.scripts ?? [])],
    ["style-src 'self'", ...hashesOf('style', template), ...origins],
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
  };
}

interface Placed {
  base: string;
  manifest: string | null;
}

function releasesOf({ host, areas }: Composition): Placed[] {
  return [
    host,
    ...areas.flatMap(({ active, previous, canary }) =>
      [active, previous, canary?.release].flatMap((release) => release ?? []),
    ),
  ];
}

function originsOf(releases: readonly Placed[]): string[] {
  return releases.map(({ base }) => new URL(base).origin);
}

/** Whether a developer may load an area from a local server instead of its release; never in production. */
function areOverridesAllowed({ environment }: DeliveryConfig): boolean {
  return environment === 'development' || environment === 'staging';
}

function bffOrigins({ bff_base_address: address }: DeliveryConfig): string[] {
  return address.startsWith('/') ? [] : [new URL(address).origin];
}

function hashesOf(tag: string, template: string): string[] {
  const [, ...texts] = template.split(`<${tag}>`);
  return texts
    .map((text) => text.split(`</${tag}>`, 1).join())
    .map((text) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`);
}
