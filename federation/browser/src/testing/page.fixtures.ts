import type { AreaInput } from '@portal/federation-contract/area';
import { compositionSchema } from '@portal/federation-contract/composition';
import { languages } from '@portal/shared/i18n';
import * as v from 'valibot';
import { choosePageReleases } from '../composition/page-releases.ts';
import { configureFederation, type FederationSettings } from '../federation-settings.ts';

function titles(text: string): AreaInput['titles'][string] {
  return Object.fromEntries(languages.map(({ code }) => [code, text]));
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

/** Configures the federation for the tests of a file. Importing this module does so once, for the environment `test`. */
export function configurePage(changes: Partial<FederationSettings> = {}): void {
  configureFederation({
    brand: 'Dalat',
    instance: 'dalat',
    environment: 'test',
    publicKey: 'AAAA',
    telemetryUrl: new URL('/portal/reports', location.origin).href,
    pageToken: 'token',
    visit: { canary: [], without: [] },
    ...changes,
  });
}

configurePage();
choosePageReleases(composition, { canary: [], without: [] });
