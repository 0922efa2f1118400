import type { Page } from '@playwright/test';
import { asCustomer, asNobody, expect, test } from '../fixtures/portal-test.ts';

const badge = (page: Page) => page.getByRole('note', { name: 'Protection against bots' });

/** The addresses of the challenges that the page requests. */
function watchChallenges(page: Page): string[] {
  const asked: string[] = [];
  page.on('request', (request) => {
    const { pathname, search } = new URL(request.url());
    if (pathname === '/v1/bot-check/challenge') asked.push(search);
  });
  return asked;
}

test.describe('a public form', () => {
  test.use(asNobody);

  test('requests its challenge at the first interaction, and is sent at the first press', async ({
    page,
  }) => {
    const challenges = watchChallenges(page);
    await page.goto('/restore');
    await expect(badge(page)).toHaveText('Protected by ALTCHA');
    expect(challenges).toEqual([]);
    await page.getByLabel('E-mail').fill('anna@example.com');
    await expect.poll(() => challenges).toEqual(['?action=restore']);
    await page.getByRole('button', { name: 'Send the link' }).click();
    await expect(page.getByText('If there is an account for anna@example.com')).toBeVisible();
    expect(challenges).toHaveLength(1);
  });

  test('can be sent again after a refusal with a new solution', async ({ page, faults }) => {
    faults.expect(/status of 403/);
    const challenges = watchChallenges(page);
    const responses: string[] = [];
    await page.route('**/v1/users/password:restore', async (route) => {
      const body = route.request().postDataJSON();
      responses.push(body.captcha_token);
      // The first solution is used up by another request.
      if (responses.length === 1) await page.request.post('v1/users/password:restore', sentAs(body));
      await route.continue();
    });
    await page.goto('/restore');
    await page.getByLabel('E-mail').fill('anna@example.com');
    await page.getByRole('button', { name: 'Send the link' }).click();
    await expect(page.getByText('If there is an account for anna@example.com')).toBeVisible();
    expect(new Set(responses).size).toBe(2);
    expect(challenges).toHaveLength(2);
  });

  for (const width of [1280, 1000, 768, 320]) {
    test(`shows a badge that covers nothing, ${width} pixels wide`, async ({ page }) => {
      await page.setViewportSize({ width, height: 700 });
      await page.goto('/register');
      await expect(badge(page)).toBeVisible();
      for (const end of [0, 1]) {
        await page.evaluate((part) => scrollTo(0, part * document.body.scrollHeight), end);
        expect(await covered(page)).toEqual([]);
      }
      const { x, y } = (await badge(page).boundingBox()) ?? { x: 0, y: 0 };
      expect(x).toBeLessThan(width / 4);
      expect(y).toBeGreaterThan(350);
      await page.emulateMedia({ media: 'print' });
      await expect(badge(page)).toBeHidden();
    });
  }
});

test.describe('a support request', () => {
  test.use(asCustomer);

  test('is sent with a solution', async ({ page }) => {
    const challenges = watchChallenges(page);
    await page.goto('/welcome?sidebar=profile/support');
    const sidebar = page.getByRole('dialog', { name: 'Support' });
    await sidebar.getByRole('textbox', { name: 'Subject' }).fill('Calls fail');
    await sidebar.getByRole('textbox', { name: /message/i }).fill('Since 08:00');
    await expect(badge(page)).toBeVisible();
    await sidebar.getByRole('button', { name: 'Send', exact: true }).click();
    await expect(sidebar.getByText(/\b1\d{4}\b/).first()).toBeVisible();
    expect(challenges).toEqual(['?action=support']);
  });
});

const sentAs = (data: object) => ({ data, headers: { 'x-requested-with': 'portal' } });

/** Texts and controls of the page that the badge covers. */
function covered(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const note = document.querySelector('[role=note]');
    const box = note?.getBoundingClientRect();
    const others = [...document.querySelectorAll('main :is(input, button, a, label, p, h1)')];
    return others
      .filter((one) => one !== note && !note?.contains(one))
      .filter((one) => {
        const { left, right, top, bottom, width } = one.getBoundingClientRect();
        return (
          box !== undefined &&
          width > 1 &&
          left < box.right &&
          right > box.left &&
          top < box.bottom &&
          bottom > box.top
        );
      })
      .map((one) => one.outerHTML.slice(0, 80));
  });
}
