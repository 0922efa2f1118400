import { expectAreaWorks } from '@portal/testbed/fixtures/area-proofs';
import { collectReports, startHostilePortal } from '../fixtures/hostile-portal.ts';
import { asNobody, expect, test } from '../fixtures/portal-test.ts';

/** What nothing can replace: trying throws in the code that tries. */
const fixed = [
  'fetch = evil',
  'history.pushState = evil',
  'History.prototype.replaceState = evil',
  'portalSecure = evil',
  'delete globalThis.portalAttempt',
  'setTimeout = evil',
  'addEventListener = evil',
  'EventTarget.prototype.addEventListener = evil',
  'Promise = evil',
  'Promise.prototype.then = evil',
  'Promise.resolve = evil',
  'JSON.parse = evil',
  'Reflect.get = evil',
  'URL = evil',
  "Object.defineProperty(globalThis, 'localStorage', { value: null })",
  'Storage.prototype.getItem = evil',
  'SubtleCrypto.prototype.verify = evil',
];

/** What is restored once the area's code has run. */
const restored = [
  'Array.prototype.map = evil',
  'Array.prototype[Symbol.iterator] = evil',
  'Object.keys = evil',
  'Object.prototype.isAdmin = true',
  'Map.prototype.get = evil',
  'String.prototype.startsWith = evil',
  'Node.prototype.appendChild = evil',
  'Element.prototype.setAttribute = evil',
  "Object.defineProperty(document, 'createElement', { value: evil, configurable: true })",
  "Object.defineProperty(crypto, 'subtle', { value: {}, configurable: true })",
];

/** Released code that attacks in the way that the address names. */
const hostile = `(function () {
  'use strict';
  const evil = () => [];
  globalThis.thrown = 0;
  const tries = [${fixed.map((attack) => `() => { ${attack} }`)}];
  if (location.search.includes('fixed'))
    for (const attack of tries) try { attack() } catch { globalThis.thrown += 1 }
  if (location.search.includes('restored')) { ${restored.join(';')} }
  if (location.search.includes('later')) setTimeout(() => {
    Object.prototype.isAdmin = true;
    document.documentElement.dataset.altered = 'yes';
  }, 300);
})();`;

test.use(asNobody);

test('an area that alters built-ins is reported, and the shell and the other areas work', async ({
  page,
  context,
  faults,
}) => {
  // Code that runs before the built-ins are restored may fail with what it has altered.
  faults.expect(
    /finances altered/,
    /"finances" could not be loaded/,
    /TypeError: .* is not (a function|iterable)/,
  );
  // It starts a portal of its own.
  test.slow();
  await using portal = await startHostilePortal(context, (content, name) =>
    /^page-payments\..*\.js$/.test(name) ? hostile + content : content,
  );
  const reports = collectReports(page);
  const visit = (attack: string) => page.goto(`${portal.url}/finances/payments?language=en&attack=${attack}`);
  const isReported = /"area":"finances"[^}]*\{[^}]*"stage":"altered"/;

  await visit('fixed');
  await expect.poll(() => page.evaluate(() => Reflect.get(globalThis, 'thrown'))).toBe(fixed.length);
  await expectAreaWorks(page, 'voicing');
  expect(reports()).not.toMatch(isReported);

  await visit('restored');
  await expect.poll(reports).toMatch(isReported);
  await expectAreaWorks(page, 'voicing');
  expect(await page.evaluate(() => [[1].map(String), 'isAdmin' in {}])).toEqual([['1'], false]);

  const before = reports().length;
  await visit('later');
  await expect(page.locator('html')).toHaveAttribute('data-altered', 'yes');
  await expectAreaWorks(page, 'voicing');
  await expect.poll(() => reports().slice(before)).toMatch(isReported);
});
