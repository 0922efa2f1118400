import { createHash } from 'node:crypto';
import type { Locator, Page } from '@playwright/test';
import { confinedStyles } from '@portal/federation-build/webpack/area-styles-plugin';
import { expectAreaWorks } from '@portal/testbed/fixtures/area-proofs';
import { navigation } from '@portal/testbed/fixtures/screens';
import { startHostilePortal } from '../fixtures/hostile-portal.ts';
import { asNobody, expect, test } from '../fixtures/portal-test.ts';

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
const coverPage = `
  new MutationObserver(() => {
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

test('no style of an area hides, moves or covers the shell or another area', async ({ page, context }) => {
  // It starts a portal of its own.
  test.slow();
  await using portal = await startHostilePortal(context, (content, name) => {
    if (/^page-payments\..*\.js$/.test(name)) return coverPage + content;
    // The build confines what a team writes in this way.
    const styles = confinedStyles(hostileStyles, 'finances') + fixedCover;
    return name.endsWith('.css') ? content + styles : content;
  });
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
