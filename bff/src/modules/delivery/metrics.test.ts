import { afterAll, expect, test } from '@jest/globals';
import {
  createPortalFolder,
  pageTokenIn,
  sampleArea,
  sampleComposition,
} from '@portal/federation-server/testing/portal-folder.fixtures';
import { testPortal } from '../../testing/test-portal.ts';

const opsToken = 'test-token-of-the-release-tool-0123456789';
const folder = createPortalFolder();
const portal = testPortal({
  OPS_TOKEN: opsToken,
  PORTAL_DIR: folder.path,
  COMPOSITION_PUBLIC_KEY: folder.config.signature_public_key,
});
afterAll(() => folder.remove());

const scrape = (headers: Record<string, string> = { authorization: `Bearer ${opsToken}` }) =>
  portal.app.inject({ url: '/metrics', headers });

test('states what pages report, each outcome of a page once', async () => {
  folder.publish({ ...sampleComposition, number: 8, areas: [sampleArea({})] });
  const { headers } = await portal.app.inject('/a/list');
  const token = pageTokenIn(headers['server-timing']);
  const release = { area: 'a', version: '0.2.0', source: 'active', composition: 8 };
  const reports = [
    { ...release, outcome: { result: 'loaded' } },
    { ...release, outcome: { result: 'vital', vital: 'LCP', value: 1200.5 } },
    {
      ...release,
      outcome: { result: 'incident', kind: 'error', attribution: 'code', detail: 'a', amount: null },
    },
  ];
  for (let times = 0; times < 3; times += 1)
    expect((await portal.visitor().post('/portal/reports', { token, reports })).status).toBe(204);
  const response = await scrape();
  expect(response.headers['content-type']).toBe('text/plain; version=0.0.4; charset=utf-8');
  expect(response.headers['cache-control']).toBe('no-store');
  const labels = 'area="a",version="0.2.0",source="active"';
  for (const line of [
    'portal_composition_number 8',
    'portal_release_info{area="a",version="0.2.0",role="active"} 1',
    `portal_release_loads_total{${labels}} 1`,
    `portal_release_incidents_total{${labels},kind="error",attribution="code"} 1`,
    `portal_largest_contentful_paint_seconds_count{${labels}} 1`,
  ])
    expect(response.body).toContain(`${line}\n`);
});

test('counts no report without the token of a page', async () => {
  const before = (await scrape()).body.match(/portal_release_loads_total.*/)?.[0];
  const report = {
    area: 'a',
    version: '0.2.0',
    source: 'active',
    composition: 8,
    outcome: { result: 'loaded' },
  };
  await portal.visitor().post('/portal/reports', { token: 'forged', reports: [report] });
  expect((await scrape()).body.match(/portal_release_loads_total.*/)?.[0]).toBe(before);
});

test.each([{}, { authorization: 'Bearer guess' }])('returns nothing with %j', async (headers) => {
  const response = await scrape(headers as Record<string, string>);
  expect(response.statusCode).toBe(401);
  expect(response.body).not.toContain('portal_');
});
