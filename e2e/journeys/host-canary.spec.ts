import { createHash } from 'node:crypto';
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { Page } from '@playwright/test';
import { isInCanary } from '@portal/federation-contract/portal-visit';
import { type StagedPortal, startStagedPortal } from '@portal/testbed/runner/portal-server';
import { faults } from '../fixtures/live-releases.ts';
import { asNobody, expect, test } from '../fixtures/portal-test.ts';

const root = path.resolve(import.meta.dirname, '../..');
const areas = ['auth', 'finances', 'messaging', 'profile', 'voicing'];
const triedVersion = '9.9.9-00000000';
const opsToken = 'token-of-the-test-of-the-host-canary-0123';

test.use(asNobody);

let folder: string;
let staged: StagedPortal;
let activeVersion: string;

/** A build of the host with another version and a document of its own. */
function writeTriedHost(): void {
  cpSync(path.join(root, 'host/dist'), folder, { recursive: true });
  const file = path.join(folder, 'release.json');
  const release = JSON.parse(readFileSync(file, 'utf8'));
  activeVersion = release.version;
  const html = readFileSync(path.join(folder, 'index.html'), 'utf8').replace(
    '<meta charset="utf-8"',
    '<meta name="tried" /><meta charset="utf-8"',
  );
  for (const copy of ['index.html.br', 'index.html.gz']) rmSync(path.join(folder, copy), { force: true });
  writeFileSync(path.join(folder, 'index.html'), html);
  const integrity = `sha384-${createHash('sha384').update(html).digest('base64')}`;
  const files = { ...release.files, 'index.html': { size: Buffer.byteLength(html), integrity } };
  writeFileSync(file, JSON.stringify({ ...release, version: triedVersion, files }));
}

test.beforeAll(async () => {
  folder = mkdtempSync(path.join(tmpdir(), 'portal-tried-host-'));
  writeTriedHost();
  staged = await startStagedPortal(
    {
      host: path.join(root, 'host/dist'),
      canaryHost: folder,
      areas: areas.map((area) => ({ active: path.join(root, `remote-${area}/dist`) })),
    },
    { OPS_TOKEN: opsToken },
  );
});
test.afterAll(async () => {
  await staged[Symbol.asyncDispose]();
  rmSync(folder, { recursive: true });
});

const visitor = Array.from({ length: 100 }, (_, index) => String(index).padStart(22, 'v')).find((one) =>
  isInCanary(one, 'host', 99),
);
test.beforeEach(async ({ context }) => {
  await context.addCookies([{ name: 'portal_visitor', value: visitor ?? '', url: staged.url }]);
});

const logIn = (page: Page) => page.getByRole('heading', { level: 1, name: 'Log in' });
const scriptsOf = (page: Page, version: string) => page.locator(`script[src*="/host/${version}/"]`).first();

/** The results of the pages that were served with a version of the host. */
async function pagesOf(version: string): Promise<Record<string, number> | undefined> {
  const response = await fetch(`${staged.url}/ops/release-health?since=2026-01-01T00:00:00Z`, {
    headers: { authorization: `Bearer ${opsToken}` },
  });
  const { items } = await response.json();
  return items.find(
    (one: { area: string; version: string }) => one.area === 'host' && one.version === version,
  )?.pages;
}

// The counts of the second test include the page of the first.
test.describe.configure({ mode: 'serial' });

test('a canary of the host works and counts', async ({ page }) => {
  await page.goto(`${staged.url}/login?language=en`);
  await expect(logIn(page)).toBeVisible();
  await expect(page.locator('meta[name=tried]')).toBeAttached();
  await expect(scriptsOf(page, triedVersion)).toBeAttached();
  await page.getByRole('button', { name: 'Language' }).click();
  await expect(page.getByRole('menuitemradio', { name: 'Deutsch' })).toBeVisible();
  await expect.poll(() => pagesOf(triedVersion)).toMatchObject({ loaded: 1, failed: 0 });

  await page.goto(`${staged.url}/about?language=en`);
  await expect(page.getByText(`${triedVersion} Trial`)).toBeVisible();
});

test('a canary of the host is left for the active host when its code is damaged', async ({
  page,
  faults: browser,
}) => {
  // The browser reports the fault.
  browser.expect(/./);
  await page.route(`${staged.url}/host/${triedVersion}/main.*.js`, faults['a lost connection']);
  await page.goto(`${staged.url}/login?language=en`);
  await expect(scriptsOf(page, activeVersion)).toBeAttached();
  await expect(logIn(page)).toBeVisible();
  await expect(page.locator('meta[name=tried]')).toHaveCount(0);
  await expect.poll(() => pagesOf(triedVersion)).toMatchObject({ loaded: 1, failed: 1 });
  await expect.poll(() => pagesOf(activeVersion)).toMatchObject({ loaded: 1, failed: 0 });
  // The browser remembers it.
  await page.goto(`${staged.url}/about?language=en`);
  await expect(page.getByText(activeVersion, { exact: true })).toBeVisible();
});
