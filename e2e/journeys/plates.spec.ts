import { expectScreen, screenAt } from '@portal/testbed/fixtures/screens';
import { asCustomer, expect, test } from '../fixtures/portal-test.ts';

test.use(asCustomer);

test('a balance that is read again hides no plate, and its button keeps the focus', async ({
  page,
  customer,
}) => {
  await customer.addService('voicing');
  await page.goto('/welcome');
  await expectScreen(page, screenAt('/welcome'));
  const refresh = page.getByRole('button', { name: 'Refresh' }).first();
  await expect(refresh).toBeVisible();
  const balance = Promise.withResolvers<void>();
  await page.route('**/balance', (route) => balance.promise.then(() => route.continue()));
  await refresh.press('Enter');
  await expect(refresh).toHaveAttribute('aria-busy', 'true');
  // Longer than a frame: what is hidden loses the focus with the next one.
  await page.evaluate(() => new Promise((resolve) => setTimeout(resolve, 200)));
  await expect(refresh).toBeVisible();
  await expect(refresh).toBeFocused();
  balance.resolve();
  await expect(refresh).not.toHaveAttribute('aria-busy');
  await expect(refresh).toBeFocused();
});
