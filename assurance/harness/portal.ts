import { type Browser, chromium } from '@playwright/test';
import { demo, type StoredState, signIn } from '@portal/testbed/fixtures/account';
import { currentReleases, type Releases } from '@portal/testbed/releases/archive';
import type { ComposedPortal } from '@portal/testbed/releases/portal-folder';
import { findBrowser } from '@portal/testbed/runner/find-browser';
import { type StagedPortal, startStagedPortal } from '@portal/testbed/runner/portal-server';

export interface CheckPortal extends StagedPortal {
  browser: Browser;
  /** Cookies of the demonstration account. */
  state: StoredState;
}

/** Settings that production requires beside its origin, which is the server's own address. No mail is sent. */
const productionSettings = {
  PORTAL_ENV: 'production',
  SMTP_URL: 'smtp://127.0.0.1:9',
  TRUSTED_PROXIES: 'none',
  VIES: 'none',
  PROVIDER_NAME: 'Example Telecom',
  PROVIDER_ADDRESS: 'Example street 1',
  PROVIDER_TAX_NUMBER: 'EE100000010',
  PROVIDER_IBAN: 'EE382200221020145685',
  PROVIDER_BIC: 'HABAEE2X',
};

/** A portal of a host and areas without previous releases. */
export function composedOf(releases: Releases, hostReleases = releases): ComposedPortal {
  return {
    host: hostReleases.get('host') ?? '',
    areas: [...releases].flatMap(([name, active]) => (name === 'host' ? [] : [{ active }])),
  };
}

interface CheckOptions {
  composed?: ComposedPortal;
  isProduction?: boolean;
  /** Further settings of the server. */
  settings?: Readonly<Record<string, string>>;
  /** A whole browser: one without windows neither reloads a document that could not be loaded nor measures its memory. */
  needsWindow?: boolean;
}

/** Runs a check with a browser and a portal built from this working tree, and stops both. */
export async function withPortal(
  measure: (portal: CheckPortal) => Promise<void>,
  { composed, isProduction = false, settings = {}, needsWindow = false }: CheckOptions = {},
): Promise<void> {
  await using staged = await startStagedPortal(composed ?? composedOf(currentReleases()), settings);
  // Only a development portal creates the demonstration account; restarted as production it still has it.
  if (isProduction) await staged.restart(productionSettings);
  const state = await signIn(demo, staged.url);
  await using browser = await chromium.launch({ executablePath: await findBrowser({ needsWindow }) });
  await measure({ ...staged, browser, state });
}
