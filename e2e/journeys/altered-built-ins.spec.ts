import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { integrityOf } from '@portal/federation-cli/release-json';
import { demo, signIn } from '@portal/testbed/fixtures/account';
import { navigation, rows } from '@portal/testbed/fixtures/screens';
import { startStagedPortal } from '@portal/testbed/runner/portal-server';
import { asNobody, expect, test } from '../fixtures/portal-test.ts';

const root = path.resolve(import.meta.dirname, '../..');
const others = ['auth', 'messaging', 'profile', 'voicing'].map((area) =>
  path.join(root, `remote-${area}/dist`),
);

/** Released code of an area that takes over what the shell uses. */
const hostile = `
  try { fetch = () => Promise.reject(new Error('taken over')); } catch {}
  try { history.pushState = () => {}; } catch {}
  try { portalSecure = () => {}; } catch {}
  JSON.parse = () => ({});
  Array.prototype.map = () => [];
  Object.prototype.isAdmin = true;
`;

test.use(asNobody);

test('an area that alters built-ins is reported, and the shell and the other areas work', async ({
  page,
  context,
  faults,
}) => {
  // Its own modules may fail with what it has altered.
  faults.expect(/finances altered/, /"finances" could not be loaded/);
  const folder = mkdtempSync(path.join(tmpdir(), 'portal-hostile-'));
  cpSync(path.join(root, 'remote-finances/dist'), folder, { recursive: true });
  const file = path.join(folder, 'release.json');
  const release: { files: Record<string, object> } = JSON.parse(readFileSync(file, 'utf8'));
  const [chunk = ''] = Object.keys(release.files).filter((name) => /^page-payments\..*\.js$/.test(name));
  const code = Buffer.from(`${hostile}${readFileSync(path.join(folder, chunk), 'utf8')}`);
  writeFileSync(path.join(folder, chunk), code);
  for (const copy of ['br', 'gz']) rmSync(path.join(folder, `${chunk}.${copy}`), { force: true });
  release.files[chunk] = { size: code.length, integrity: integrityOf(code) };
  writeFileSync(file, JSON.stringify(release));
  await using staged = await startStagedPortal({
    host: path.join(root, 'host/dist'),
    areas: [folder, ...others].map((active) => ({ active })),
  });
  const { cookies } = await signIn(demo, staged.url);
  await context.addCookies(cookies);
  const reports: string[] = [];
  page.on('request', (request) => {
    if (request.url().endsWith('/portal/reports')) reports.push(request.postData() ?? '');
  });

  await page.goto(`${staged.url}/finances/payments?language=en`);
  await expect.poll(() => reports.join()).toMatch(/"area":"finances"[^}]*\{[^}]*"stage":"altered"/);
  await navigation(page).locator('a[href="/voicing/cdr"]').click();
  await expect(page).toHaveURL(/\/voicing\/cdr/);
  await expect(rows(page).first()).toBeVisible();
  expect(await page.evaluate(() => [JSON.parse('[1]'), 'isAdmin' in {}])).toEqual([[1], false]);
  // Its reports must not reach a server that has ended.
  await page.close();
  rmSync(folder, { recursive: true });
});
