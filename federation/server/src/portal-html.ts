import type { Composition } from '@portal/federation-contract/composition';
import type { PortalVisit } from '@portal/federation-contract/portal-visit';
import type { SignedComposition } from '@portal/federation-contract/signed-composition';
import type { DeliveryConfig } from './page-policies.ts';

interface PortalHtmlRequest {
  template: string;
  config: DeliveryConfig;
  composition: Composition;
  signed: SignedComposition;
  visit: PortalVisit;
  language: string;
  languages: readonly string[];
  /** Prerendered HTML for this page. */
  screens: { screen: string | undefined; failure: string | undefined };
}

/** The host's HTML template with configuration, composition, assets, language and prerendered screens in its slots. */
export function portalHtml({
  template,
  config,
  composition,
  signed,
  visit,
  language,
  languages,
  screens: { screen, failure = '' },
}: PortalHtmlRequest): string {
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
  return fill(template, { ...slots, prerendered, failure: fill(failure, slots) });
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

// An escaped "<" cannot end the script element.
function jsonForHtml(value: unknown): string {
  return JSON.stringify(value).replaceAll('<', '\\u003c');
}

function escapeHtml(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;');
}
