import '../testing/page.fixtures.ts';
import { afterEach, beforeEach, expect, jest, test } from '@jest/globals';

const request = jest.fn<typeof fetch>();
let watchGrowth: typeof import('./memory-growth.ts').watchGrowth;
let sendReports: () => void;

beforeEach(async () => {
  jest.resetModules();
  jest.useFakeTimers();
  request.mockReset().mockResolvedValue(new Response());
  globalThis.fetch = request;
  await import('../testing/page.fixtures.ts');
  ({ watchGrowth } = await import('./memory-growth.ts'));
  ({ sendReports } = await import('../loading/release-telemetry.ts'));
});
afterEach(() => {
  jest.useRealTimers();
});

/** The reports of a page whose measurements find this many megabytes, each while the page shows the path. */
async function reportsOf(...samples: [megabytes: number, path: string][]): Promise<object[]> {
  const left = samples.map(([megabytes]) => megabytes * 1024 ** 2);
  const measure = async () => {
    const bytes = left.shift();
    if (bytes === undefined) throw new Error('refused');
    return { bytes };
  };
  history.replaceState(null, '', samples[0]?.[1]);
  const watching = watchGrowth(measure);
  for (const [, path] of samples.slice(1)) {
    await jest.advanceTimersByTimeAsync(5_000);
    history.replaceState(null, '', path);
    await jest.advanceTimersByTimeAsync(5_000);
  }
  await jest.advanceTimersByTimeAsync(10_000);
  await watching;
  sendReports();
  return request.mock.calls.flatMap(([, init]) => JSON.parse(String(init?.body)).reports);
}

test('reports the area in which the memory grows', async () => {
  expect(
    await reportsOf([20, '/finances/payments'], [40, '/finances/invoices'], [71, '/finances/payments']),
  ).toEqual([
    expect.objectContaining({
      area: 'finances',
      outcome: { result: 'incident', kind: 'memory', attribution: 'screen', detail: '', amount: 51 },
    }),
  ]);
});

test('reports no growth below the limit, and none that happens while areas change', async () => {
  expect(await reportsOf([20, '/finances/payments'], [69, '/finances/payments'])).toEqual([]);
  expect(await reportsOf([20, '/welcome'], [90, '/finances/payments'], [91, '/finances/payments'])).toEqual(
    [],
  );
});

test('does not accuse the area that the customer opens during a measurement', async () => {
  history.replaceState(null, '', '/finances/payments');
  const bytes = [20, 90, 90, 90].map((megabytes) => megabytes * 1024 ** 2);
  const watching = watchGrowth(async () => {
    const next = bytes.shift();
    if (next === undefined) throw new Error('refused');
    if (bytes.length === 2) history.replaceState(null, '', '/welcome');
    return { bytes: next };
  });
  await jest.advanceTimersByTimeAsync(60_000);
  await watching;
  sendReports();
  expect(request).not.toHaveBeenCalled();
});
