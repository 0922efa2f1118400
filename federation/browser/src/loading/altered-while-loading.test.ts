import '../testing/page.fixtures.ts';
import { afterEach, beforeAll, expect, jest, test } from '@jest/globals';
import { protectBuiltIns } from './built-ins.ts';
import { sendReports } from './release-telemetry.ts';

const request = jest.fn<typeof fetch>().mockResolvedValue(new Response());
const Page = () => null;
const original = Array.prototype.map;
const area = {
  pages: {
    payments: async () => {
      Array.prototype.map = () => [];
      return { default: Page };
    },
  },
};
let loadComponent: typeof import('./load-component.ts').loadComponent;

beforeAll(async () => {
  jest.doMock('./containers.ts', () => ({ loadExposed: async () => ({ area }) }));
  ({ loadComponent } = await import('./load-component.ts'));
  globalThis.fetch = request;
  globalThis.reportError = () => undefined;
  protectBuiltIns();
});
afterEach(() => {
  Array.prototype.map = original;
});

test('an area that alters a built-in while its code is loaded is reported, and the built-in is restored', async () => {
  await loadComponent('finances', 'pages', 'payments');
  expect(Array.prototype.map).toBe(original);
  sendReports();
  const sent = request.mock.calls.map(([, init]) => String(init?.body)).join();
  expect(sent).toMatch(/"area":"finances"[^}]*\{[^}]*"stage":"altered"/);
});
