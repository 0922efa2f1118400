import { readFileSync } from 'node:fs';
import path from 'node:path';
import type { Page } from '@playwright/test';
import { type LocalServer, startLocalServer } from '@portal/testbed/proxy/local-server';
import { type StagedPortal, startStagedPortal } from '@portal/testbed/runner/portal-server';
import { faults } from '../fixtures/live-releases.ts';
import { asNobody, expect, test } from '../fixtures/portal-test.ts';

const root = path.resolve(import.meta.dirname, '../..');
const types: Record<string, string> = {
  '.js': 'text/javascript',
  '.css': 'text/css',
  '.json': 'application/json',
};

// The browser reports the faults of these tests.
test.beforeEach(({ faults: browser }) => browser.expect(/./));
test.use(asNobody);
// In one worker, which starts the portal once.
test.describe.configure({ mode: 'default' });

let staged: StagedPortal;
let copy: LocalServer;
/** Added to the scripts of the second copy. */
let addition = '';

test.beforeAll(async () => {
  copy = await startLocalServer(({ url = '/' }, response) => {
    const { pathname } = new URL(url, 'http://copy.invalid');
    try {
      const content = readFileSync(path.join(staged.portal.folder, pathname));
      const type = types[path.extname(pathname)] ?? 'text/plain';
      response.writeHead(200, { 'content-type': type, 'access-control-allow-origin': '*' });
      response.end(pathname.endsWith('.js') ? `${content}${addition}` : content);
    } catch {
      response.writeHead(404).end();
    }
  });
  const areas = ['auth', 'profile'].map((area) => ({ active: path.join(root, `remote-${area}/dist`) }));
  staged = await startStagedPortal(
    { host: path.join(root, 'host/dist'), areas },
    { ALTERNATE_FILES_URL: copy.url },
  );
});
test.afterAll(async () => {
  await staged[Symbol.asyncDispose]();
  await copy[Symbol.asyncDispose]();
});

/** Address of the login area's release. */
const base = () => staged.portal.live().areas.find(({ area }) => area.id === 'auth')?.active.base ?? '';

/** Opens the login page with a fault in files of its area at the portal's origin. */
async function openLogin(page: Page, files: string, fault: keyof typeof faults): Promise<void> {
  await page.route(`${staged.url}${base()}${files}`, faults[fault]);
  // A file without a response can hold up the page's load event, which nothing of the portal waits for.
  await page.goto(`${staged.url}/login?language=de&fresh`, { waitUntil: 'commit' });
}

/** The form of the area's code: the prerendered one does not check what is typed. */
async function expectWorkingForm(page: Page): Promise<void> {
  await page.locator('#prerendered-screen').waitFor({ state: 'detached', timeout: 20_000 });
  await expect(page.getByRole('heading', { level: 1, name: 'Anmelden' })).toBeVisible();
  await page.getByRole('button', { name: 'Anmelden' }).click();
  await expect(page.getByRole('textbox').first()).toHaveAttribute('aria-invalid', 'true');
}

for (const [what, files, fault] of [
  ['all files of an area', '**', 'a 500'],
  ['the entry of an area hangs, which', 'remote-entry.*', 'no response'],
] as const)
  test(`${what} come from the second copy, in the same version`, async ({ page }) => {
    addition = '';
    const fetched: string[] = [];
    page.on('response', (response) => {
      if (response.url().startsWith(copy.url) && response.ok()) fetched.push(response.url());
    });
    await openLogin(page, files, fault);
    await expectWorkingForm(page);
    expect(fetched.length).toBeGreaterThan(1);
    for (const address of fetched) expect(address).toContain(base());
  });

test('a second copy that was altered is refused', async ({ page }) => {
  addition = ';globalThis.altered = true';
  await openLogin(page, '**', 'a 500');
  await expect(page.getByRole('alert')).toContainText('vorübergehend nicht verfügbar', { timeout: 20_000 });
  expect(await page.evaluate(() => 'altered' in globalThis)).toBe(false);
});
