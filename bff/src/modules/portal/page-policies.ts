import { createHash } from 'node:crypto';
import type { PortalConfig } from '@portal/contract/portal-config';
import type { Composition } from '@portal/federation-contract/composition';

interface PoliciesRequest {
  /** The host's HTML before anything is filled in. */
  template: string;
  config: PortalConfig;
  composition: Composition;
  /** The browser says that a developer has armed overrides in it: it counts where the environment allows them. */
  isOverridden: boolean;
}

/** The headers that say what a page may run, read and call. Where code may come from is the composition's to say. */
export function pagePolicies({
  template,
  config,
  composition,
  isOverridden,
}: PoliciesRequest): Record<string, string> {
  const elsewhere = releasesOf(composition).filter(({ base }) => !base.startsWith('/'));
  const developed = elsewhere.filter(({ manifest }) => manifest === null);
  // The form that arms an override reads what a local server has; only then may its scripts run.
  const local = areOverridesAllowed(config) ? ['http://localhost:*', 'http://127.0.0.1:*'] : [];
  const armed = isOverridden ? local : [];
  const origins = [...originsOf(elsewhere), ...armed];
  const sockets = [...originsOf(developed), ...armed].map((origin) => origin.replace(/^http/, 'ws'));
  // No script without a hash, and no address of a script but those that the host's policy has let through. What a
  // development server brings has no hashes, and reloads itself as it likes; so does reCAPTCHA.
  const google = config.bot_check.provider === 'recaptcha' ? recaptcha : undefined;
  const isHeld = developed.length === 0 && armed.length === 0 && google === undefined;
  const directives = [
    ["default-src 'none'"],
    // The template's own script and style and no other: nothing that is filled in may run.
    ["script-src 'self'", ...hashesOf('script', template), ...origins, ...(google?.scripts ?? [])],
    ["style-src 'self'", ...hashesOf('style', template), ...origins],
    [
      "connect-src 'self'",
      ...callOrigins(config),
      ...origins,
      ...local,
      ...sockets,
      ...(google?.calls ?? []),
    ],
    ["img-src 'self' data:", ...origins],
    ["font-src 'self'", ...origins],
    ["manifest-src 'self'"],
    ...(google === undefined ? [] : [['frame-src', ...google.frames], [google.styles]]),
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

// What Google asks for (developers.google.com/recaptcha/docs/faq). Its script has no hash that lasts and sets addresses and
// markup of its own, so a page with it can be held to neither: docs/decisions/0013-bot-check.md.
const recaptcha = {
  scripts: ['https://www.google.com/recaptcha/', 'https://www.gstatic.com/recaptcha/'],
  frames: ['https://www.google.com/recaptcha/', 'https://recaptcha.google.com/recaptcha/'],
  calls: ['https://www.google.com/recaptcha/'],
  // It writes its badge with style attributes (github.com/google/recaptcha/issues/107).
  styles: "style-src-attr 'unsafe-inline'",
};

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

/** Whether a developer may take an area from their own machine in place of its release; nowhere in production. */
function areOverridesAllowed({ environment }: PortalConfig): boolean {
  return environment === 'development' || environment === 'staging';
}

function callOrigins({ bff_base_address: address }: PortalConfig): string[] {
  return address.startsWith('/') ? [] : [new URL(address).origin];
}

function hashesOf(tag: string, template: string): string[] {
  const [, ...texts] = template.split(`<${tag}>`);
  return texts
    .map((text) => text.split(`</${tag}>`, 1).join())
    .map((text) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`);
}
