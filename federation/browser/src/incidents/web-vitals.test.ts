import '../testing/page.fixtures.ts';
import { beforeEach, expect, jest, test } from '@jest/globals';

type Note = (metric: { name: string; value: number }) => void;

const notes: Record<string, Note> = {};
const request = jest.fn<typeof fetch>();
let vitals: typeof import('./web-vitals.ts');
let sendReports: () => void;

beforeEach(async () => {
  jest.resetModules();
  // jsdom measures none.
  const watch = (name: string) => (note: Note) => Object.assign(notes, { [name]: note });
  jest.doMock('web-vitals', () => ({
    onCLS: watch('CLS'),
    onINP: watch('INP'),
    onLCP: watch('LCP'),
    onTTFB: watch('TTFB'),
  }));
  request.mockReset().mockResolvedValue(new Response());
  globalThis.fetch = request;
  await import('../testing/page.fixtures.ts');
  vitals = await import('./web-vitals.ts');
  ({ sendReports } = await import('../loading/release-telemetry.ts'));
  vitals.watchWebVitals();
});

function reported(): object[] {
  vitals.reportWebVitals();
  sendReports();
  return request.mock.calls.flatMap(([, init]) => JSON.parse(String(init?.body)).reports);
}
const noteAt = (path: string, name: string, value: number) => {
  history.replaceState(null, '', path);
  notes[name]?.({ name, value });
};

test('reports the last value of each vital for the area that was on the screen then', () => {
  noteAt('/finances/payments', 'LCP', 812.3456);
  noteAt('/finances/payments', 'INP', 40);
  noteAt('/welcome', 'INP', 180);
  noteAt('/welcome', 'CLS', 0.01);
  noteAt('/finances/invoices', 'CLS', 0.12);
  const release = { composition: 7, source: 'active' };
  const vital = (area: string, version: string, name: string, value: number) => ({
    ...release,
    area,
    version,
    outcome: { result: 'vital', vital: name, value },
  });
  expect(reported()).toEqual([
    vital('finances', '0.1.0-abcd1234', 'LCP', 812.346),
    vital('host', '0.1.0', 'INP', 180),
    vital('finances', '0.1.0-abcd1234', 'CLS', 0.12),
  ]);
});

test('reports a vital again only after it has changed', () => {
  noteAt('/welcome', 'TTFB', 30);
  reported();
  expect(reported()).toHaveLength(1);
});
