import { expectScreen, screenAt } from '@portal/testbed/fixtures/screens';
import { asCustomer, expect, test } from '../fixtures/portal-test.ts';

test.use({ ...asCustomer, viewport: { width: 1280, height: 300 } });

test('a page that is opened by its address begins at its top, whatever was scrolled before', async ({
  page,
}) => {
  const scrolled = () => page.evaluate(() => scrollY);
  await page.goto('/voicing/cdr');
  await expectScreen(page, screenAt('/voicing/cdr'));
  await page.evaluate(() => scrollTo(0, 150));
  await page.goto('/messaging/history');
  await expectScreen(page, screenAt('/messaging/history'));
  expect(await scrolled()).toBe(0);

  await page.evaluate(() => scrollTo(0, 150));
  await page.reload();
  await expectScreen(page, screenAt('/messaging/history'));
  await expect.poll(scrolled).toBe(150);
});
