import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { expect, test } from '@playwright/test';
import { serveExample, stageExample } from '@portal/federation-example-server/serve-example';

const federation = fileURLToPath(new URL('../../federation', import.meta.url));
const buildOne = path.join(federation, 'build/src/workspace/build-one.ts');

async function build(name: string): Promise<void> {
  await promisify(execFile)(process.execPath, [buildOne, path.join(federation, 'example', name)]);
}

/** Gives the build of an area another version, as if it had been built again. */
async function releaseAgain(name: string, version: string): Promise<void> {
  const file = path.join(federation, 'example', name, 'dist/release.json');
  const release = JSON.parse(await readFile(file, 'utf8'));
  await writeFile(file, JSON.stringify({ ...release, version }));
}

test('a portal without the product’s code shows its areas and falls back to a previous release', async ({
  page,
}) => {
  test.setTimeout(240_000);
  const folder = await mkdtemp(path.join(tmpdir(), 'example-portal-'));
  for (const name of ['host', 'hello', 'clock']) await build(name);
  const app = await serveExample(folder);
  try {
    const address = await app.listen({ port: 0, host: '127.0.0.1' });
    await page.goto(`${address}/hello`);
    await expect(page.getByRole('heading', { name: 'Hello from an area' })).toBeVisible();
    await page.getByRole('link', { name: 'Clock' }).click();
    await expect(page.getByRole('heading', { name: 'The time is' })).toBeVisible();

    await releaseAgain('clock', '0.2.0-00000000');
    const { composition } = await stageExample(folder);
    const clock = composition.areas.find(({ area }) => area.id === 'clock');
    expect([clock?.active.version, clock?.previous?.version]).toEqual([
      '0.2.0-00000000',
      expect.stringMatching(/^0\.1\.0-/),
    ]);
    await page.route('**/remotes/clock/0.2.0-*/**', (route) => route.fulfill({ status: 404 }));
    const previous = page.waitForRequest('**/remotes/clock/0.1.0-*/remote-entry.*');
    await page.goto(`${address}/clock`);
    await previous;
    await expect(page.getByRole('heading', { name: 'The time is' })).toBeVisible();
  } finally {
    await app.close();
    await rm(folder, { recursive: true, force: true });
  }
});
