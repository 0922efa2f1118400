import { createHash } from 'node:crypto';
import type { Locator, Page } from '@playwright/test';
import { confinedStyles } from '@portal/federation-build/webpack/area-styles-plugin';
import { demo, type StoredState, signIn } from '@portal/testbed/fixtures/account';
import { expectAreaWorks } from '@portal/testbed/fixtures/area-proofs';
import { navigation } from '@portal/testbed/fixtures/screens';
import type { PortalServer } from '@portal/testbed/runner/portal-server';
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

/** What a team might write: it hides, moves and covers what is not the area's. */
const hostileStyles = `
  * { visibility: hidden !important }
  @layer reset, finances-first;
  @layer finances-first { html, body, header, nav, aside, nav a { display: none !important; margin: 900px !important } }
  :root, :has(h1) { transform: translateX(50vw) }
`;
/** What neither the build nor the gate accepts. */
const fixedCover = `
  .finances__cover {
    visibility: visible !important; position: fixed; z-index: 2147483647; inset: 0; width: 300vw; height: 300vh;
    margin: -900px; background: #b00;
  }
`;
/** Released code that covers the page, unless the address names an attack. */
const coverPage = `
  if (!location.search.includes('attack')) new MutationObserver(() => {
    const heading = document.querySelector('#root main h1');
    if (heading === null || document.querySelector('.finances__cover') !== null) return;
    const cover = document.createElement('div');
    cover.className = 'finances__cover';
    heading.after(cover);
  }).observe(document, { childList: true, subtree: true });
`;

/** The pixels of the bar and the navigation, as hashes, and the places of the links. */
async function shellOf(page: Page) {
  const side = page.getByRole('complementary');
  const links = side.getByRole('link');
  // The pointer and the current page change how links look.
  await page.mouse.move(700, 400);
  const pixels = async (part: Locator) => {
    const image = await part.screenshot({ animations: 'disabled', mask: [links] });
    return createHash('sha256').update(image).digest('hex');
  };
  const places = await links.evaluateAll((all) => all.map((one) => one.getBoundingClientRect().toJSON()));
  return { bar: await pixels(page.getByRole('banner')), side: await pixels(side), places };
}

test.use(asNobody);
// Both tests use one portal.
test.describe.configure({ mode: 'serial' });

let portal: PortalServer;
let session: StoredState;

test.beforeAll(async () => {
  test.setTimeout(180_000);
  portal = await startHostilePortal((content, name) => {
    if (/^page-payments\..*\.js$/.test(name)) return hostile + coverPage + content;
    // The build confines what a team writes in this way.
    const styles = confinedStyles(hostileStyles, 'finances') + fixedCover;
    return name.endsWith('.css') ? content + styles : content;
  });
  session = await signIn(demo, portal.url);
});
test.afterAll(() => portal[Symbol.asyncDispose]());
test.beforeEach(({ context }) => context.addCookies(session.cookies));

test('an area that alters built-ins is reported, and the shell and the other areas work', async ({
  page,
  faults,
}) => {
  // Code that runs before the built-ins are restored may fail with what it has altered.
  faults.expect(
    /finances altered/,
    /"finances" could not be loaded/,
    /TypeError: .* is not (a function|iterable)/,
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

test('no style of an area hides, moves or covers the shell or another area', async ({ page }) => {
  await page.goto(`${portal.url}/voicing/cdr?language=en`);
  await expectAreaWorks(page, 'voicing');
  const before = await shellOf(page);
  await navigation(page).locator('a[href="/finances/payments"]').click();
  const cover = page.locator('.finances__cover');
  await expect(page.getByRole('heading', { level: 1, name: 'Payments' })).toBeAttached();
  await expect(cover).toBeVisible();
  await expect(cover).toHaveCSS('position', 'fixed');
  expect(await shellOf(page)).toEqual(before);
  await expectAreaWorks(page, 'voicing');
});
