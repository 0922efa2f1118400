import { createHash } from 'node:crypto';
import type { Composition } from '@portal/contract/composition';
import { type Language, languages } from '@portal/contract/language';
import type { PortalConfig } from '@portal/contract/portal-config';
import type { PortalVisit } from '@portal/contract/portal-visit';
import type { SignedComposition } from '@portal/contract/signed-composition';

interface PortalHtml {
  html: string;
  /** Value of the Content-Security-Policy header that fits this HTML. */
  contentSecurityPolicy: string;
}

interface PortalHtmlRequest {
  template: string;
  config: PortalConfig;
  composition: Composition;
  signed: SignedComposition;
  visit: PortalVisit;
  language: Language;
  /** What was drawn ahead for this page. */
  screen: string | undefined;
  /** Development servers' origins, whose scripts may run and whose sockets may be opened. */
  developmentOrigins: string[];
}

/** The HTML of the portal: the host's template with configuration, composition, assets and language filled in. */
export function portalHtml({
  template,
  config,
  composition,
  signed,
  visit,
  language,
  screen,
  developmentOrigins,
}: PortalHtmlRequest): PortalHtml {
  const slots: Record<string, string> = {
    language,
    languages: languages.join(' '),
    brand: escapeHtml(config.brand),
    base: composition.host.base,
    config: jsonForHtml(config),
    composition: jsonForHtml(signed),
    visit: jsonForHtml(visit),
    assets: assetTags(composition),
  };
  const prerendered = screen === undefined ? '' : `<div id="prerendered">${fill(screen, slots)}</div>`;
  return {
    html: fill(template, { ...slots, prerendered }),
    // The template's own script and style and no other: nothing that is filled in may run.
    contentSecurityPolicy: policy(template, config, developmentOrigins),
  };
}

function fill(template: string, slots: Record<string, string>): string {
  return template.replace(/\{\{([a-z-]+)\}\}/g, (whole, name: string) => slots[name] ?? whole);
}

function assetTags({ host }: Composition): string {
  const attributes = (file: string) => {
    const integrity = host.files[file]?.integrity;
    return `crossorigin="anonymous"${integrity === undefined ? '' : ` integrity="${integrity}"`}`;
  };
  const styles = host.styles.map(
    (file) => `<link rel="stylesheet" href="${host.base}${file}" ${attributes(file)} />`,
  );
  const scripts = host.scripts.map(
    (file) => `<script defer src="${host.base}${file}" ${attributes(file)}></script>`,
  );
  return [...styles, ...scripts].join('\n    ');
}

function policy(template: string, config: PortalConfig, developmentOrigins: string[]): string {
  const inline = (tag: string) =>
    [...template.matchAll(new RegExp(`<${tag}>([\\s\\S]*?)</${tag}>`, 'g'))].map(
      ([, text]) => `'${sha256(text ?? '')}'`,
    );
  const sockets = developmentOrigins.map((origin) => origin.replace(/^http/, 'ws'));
  const directives = [
    ["default-src 'none'"],
    ["script-src 'self'", ...inline('script'), ...developmentOrigins],
    ["style-src 'self'", ...inline('style'), ...developmentOrigins],
    ["connect-src 'self'", ...callOrigins(config), ...developmentOrigins, ...sockets],
    ["img-src 'self' data:", ...developmentOrigins],
    ["font-src 'self'"],
    ["manifest-src 'self'"],
    ["base-uri 'none'"],
    ["form-action 'self'"],
    ["frame-ancestors 'none'"],
  ];
  return directives.map((parts) => parts.join(' ')).join('; ');
}

function callOrigins(config: PortalConfig): string[] {
  return config.bff_base_address.startsWith('/') ? [] : [new URL(config.bff_base_address).origin];
}

function sha256(text: string): string {
  return `sha256-${createHash('sha256').update(text).digest('base64')}`;
}

// "<" ends no script element when it is written as an escape.
function jsonForHtml(value: unknown): string {
  return JSON.stringify(value).replaceAll('<', '\\u003c');
}

function escapeHtml(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;');
}
