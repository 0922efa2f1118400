import { expect, test } from '@jest/globals';
import { compositionSchema } from '@portal/federation-contract/composition';
import type { ReleaseReport } from '@portal/federation-contract/release-telemetry';
import * as v from 'valibot';
import { releaseMetrics } from './release-metrics.ts';
import {
  sampleArea,
  sampleCanary,
  sampleComposition,
  sampleRelease,
} from './testing/portal-folder.fixtures.ts';

const composition = (changes: object = {}) =>
  v.parse(compositionSchema, {
    ...sampleComposition,
    areas: [sampleArea({ canary: sampleCanary(50), previous: sampleRelease('0.1.9') })],
    ...changes,
  });

const report = (outcome: ReleaseReport['outcome'], version = '0.3.0'): ReleaseReport => ({
  area: 'a',
  version,
  source: 'canary',
  composition: 3,
  outcome,
});
const loaded = report({ result: 'loaded' });

/** The lines of a figure, without those about it. */
async function linesOf(metrics: ReturnType<typeof releaseMetrics>, name: string): Promise<string[]> {
  return (await metrics.text()).split('\n').filter((line) => line.startsWith(name));
}

test('states the live releases by role, and forgets those that are no longer live', async () => {
  const metrics = releaseMetrics();
  let live = composition();
  metrics.follow(async () => live);
  expect((await linesOf(metrics, 'portal_release_info')).toSorted()).toEqual([
    'portal_release_info{area="a",version="0.1.9",role="previous"} 1',
    'portal_release_info{area="a",version="0.2.0",role="active"} 1',
    'portal_release_info{area="a",version="0.3.0",role="canary"} 1',
    'portal_release_info{area="host",version="0.1.0",role="active"} 1',
  ]);
  live = composition({ number: 9, areas: [sampleArea({})] });
  expect(await linesOf(metrics, 'portal_release_info')).toHaveLength(2);
  expect(await linesOf(metrics, 'portal_composition_number')).toEqual(['portal_composition_number 9']);
});

test('counts loads, failures and incidents by area and version', async () => {
  const metrics = releaseMetrics();
  metrics.follow(async () => composition());
  const incident = { result: 'incident', attribution: 'code', detail: '', amount: null } as const;
  await metrics.count([
    loaded,
    loaded,
    report({ result: 'failed', stage: 'render', reference: null }),
    report({ ...incident, kind: 'error' }),
  ]);
  const labels = 'area="a",version="0.3.0",source="canary"';
  expect(await linesOf(metrics, 'portal_release_loads')).toEqual([`portal_release_loads_total{${labels}} 2`]);
  expect(await linesOf(metrics, 'portal_release_failures')).toEqual([
    `portal_release_failures_total{${labels},stage="render"} 1`,
  ]);
  expect(await linesOf(metrics, 'portal_release_incidents')).toEqual([
    `portal_release_incidents_total{${labels},kind="error",attribution="code"} 1`,
  ]);
});

test('observes web vitals in seconds, and the layout shift as a score', async () => {
  const metrics = releaseMetrics();
  metrics.follow(async () => composition());
  await metrics.count([
    report({ result: 'vital', vital: 'LCP', value: 2400 }),
    report({ result: 'vital', vital: 'CLS', value: 0.07 }),
  ]);
  const text = await metrics.text();
  const labels = 'area="a",version="0.3.0",source="canary"';
  for (const line of [
    `portal_largest_contentful_paint_seconds_bucket{le="2",${labels}} 0`,
    `portal_largest_contentful_paint_seconds_bucket{le="2.5",${labels}} 1`,
    `portal_largest_contentful_paint_seconds_sum{${labels}} 2.4`,
    `portal_cumulative_layout_shift_bucket{le="0.05",${labels}} 0`,
    `portal_cumulative_layout_shift_bucket{le="0.1",${labels}} 1`,
  ])
    expect(text).toContain(line);
});

test('has figures of live releases only, whatever pages report', async () => {
  const metrics = releaseMetrics();
  let live = composition();
  metrics.follow(async () => live);
  await metrics.count([report({ result: 'loaded' }, '9.9.9'), { ...loaded, area: 'b' }]);
  expect(await linesOf(metrics, 'portal_release_loads')).toEqual([]);
  await metrics.count([loaded, report({ result: 'vital', vital: 'INP', value: 90 })]);
  expect(await metrics.text()).toContain('version="0.3.0",source="canary"');
  live = composition({ areas: [sampleArea({})] });
  expect(await metrics.text()).not.toContain('version="0.3.0"');
});

test('states the process, but no release, while no composition can be served', async () => {
  const metrics = releaseMetrics();
  metrics.follow(() => Promise.reject(new Error('maintenance')));
  await metrics.count([loaded]);
  const text = await metrics.text();
  expect(text).toContain('process_resident_memory_bytes');
  expect(text).not.toContain('area=');
});
