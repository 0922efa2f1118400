import type { PortalConfig } from '@portal/contract/portal-config';
import { samplePortalConfig as config } from '@portal/contract/portal-config.fixtures';
import type { AreaInput } from '@portal/federation-contract/area';
import { compositionSchema } from '@portal/federation-contract/composition';
import * as v from 'valibot';
import { choosePageReleases } from '../composition/page-releases.ts';

function titles(t: string): AreaInput['titles'][string] {
  return { en: t, es: t, de: t, fr: t, pt: t, it: t, ru: t, tr: t, pl: t, et: t, lv: t, lt: t };
}

/** An area with two pages, a sidebar and a plate. */
export const financesArea: AreaInput = {
  id: 'finances',
  contract: 1,
  base_path: '/finances',
  order: 20,
  title: 'finances',
  pages: [
    { id: 'payments', path: 'payments', title: 'payments', index: true, aliases: ['/payments'] },
    { id: 'invoices', path: 'invoices', title: 'invoices' },
  ],
  navigation: [
    { page: 'payments', icon: 'card' },
    { page: 'invoices', icon: 'invoice' },
  ],
  sidebars: [{ id: 'top-up', title: 'top-up' }],
  plates: [{ id: 'balances', order: 10, size: 'full' }],
  namespaces: ['financesPayments'],
  titles: {
    finances: { ...titles('Finances'), de: 'Finanzen' },
    payments: { ...titles('Payments'), de: 'Zahlungen' },
    invoices: titles('Invoices'),
    'top-up': titles('Top up balance'),
  },
};

const placed = { commit: null, manifest: null, files: {}, shared: 'abcd1234' };
const host = {
  ...placed,
  version: '0.1.0',
  base: '/host/0.1.0/',
  scripts: ['main.js'],
  styles: [],
  frame: [],
};
const active = {
  ...placed,
  version: '0.1.0-abcd1234',
  base: '/remotes/finances/0.1.0-abcd1234/',
  entry: 'remote-entry.js',
  unique_name: 'finances_0_1_0_abcd1234',
  pages: {},
};
const areas = [{ area: financesArea, active, previous: null, canary: null }];

/** A composition of the host and one area. */
export const composition = v.parse(compositionSchema, {
  format: 1,
  number: 7,
  created: '2026-11-21T08:00:00Z',
  host,
  areas,
});

// The host reads them from the HTML when its modules are first evaluated: import this file before them.
const visit = { canary: [], without: [] };
for (const [id, value] of Object.entries({ 'portal-config': config, 'portal-visit': visit })) {
  const script = document.createElement('script');
  Object.assign(script, { type: 'application/json', id, textContent: JSON.stringify(value) });
  document.head.append(script);
}
document.head.append(Object.assign(document.createElement('link'), { rel: 'icon', href: '/icon.svg' }));

choosePageReleases(composition, visit);

/** Changes the document's configuration, for modules that are evaluated after this. */
export function showConfig(changes: Partial<PortalConfig>): void {
  const script = document.getElementById('portal-config');
  if (script !== null) script.textContent = JSON.stringify({ ...config, ...changes });
}
