import type { DevMails } from '@portal/contract/dev-mail';
import { receiveMail } from '@portal/testbed/fixtures/account';
import { expectScreen, screenAt } from '@portal/testbed/fixtures/screens';
import { Keyboard } from '../fixtures/keyboard.ts';
import { operate } from '../fixtures/operator.ts';
import { asCustomer, expect, test } from '../fixtures/portal-test.ts';

test.use({ ...asCustomer, viewport: { width: 390, height: 844 } });

test('a customer sets an alert with the keyboard on a phone, and gets one mail when the balance falls below it', async ({
  page,
  customer,
}) => {
  const { service_id } = await customer.addService('voicing');
  const change = (command: 'credit' | 'adjust', amount: string) =>
    operate('billing', [
      ...[command, '--service', service_id, `--amount=${amount}`],
      ...['--reason', 'Alert journey', '--actor', 'anna', '--key', `${service_id}${amount}`],
    ]);
  change('credit', '50.00');
  const keyboard = new Keyboard(page);
  const sidebar = page.getByRole('dialog', { name: 'Low-balance alerts' });
  const openAlerts = () =>
    keyboard.press(page.getByRole('main').getByRole('button', { name: 'Alerts' }).first());

  await test.step('sets the alert', async () => {
    await page.goto('/finances/payments');
    await expectScreen(page, screenAt('/finances/payments'));
    await openAlerts();
    await keyboard.press(sidebar.getByRole('checkbox', { name: 'Warn me when the balance is low' }), 'Space');
    await keyboard.write(sidebar.getByLabel('Limit'), '20');
    await keyboard.key('Enter');
    await expect(page.getByText('The alert of Voicing is saved.')).toBeVisible();
    await expect(
      sidebar.getByText('You will be told when the available amount falls below €20.00.'),
    ).toBeVisible();
  });

  await test.step('crosses the limit and falls further', async () => {
    change('adjust', '-35.00');
    change('adjust', '-5.00');
    await page.reload();
    await expect(
      sidebar.getByText('The available amount is below the limit of €20.00: you will be told once.'),
    ).toBeVisible();
  });

  await test.step('gets one mail', async () => {
    const { email } = customer.credentials;
    // A job looks for fallen balances each minute.
    await receiveMail(customer.api, email, /balance is low/, 90);
    const { items }: DevMails = await (await customer.api.get('dev/mail')).json();
    const alerts = items.filter(({ to, subject }) => to === email && subject.includes('balance is low'));
    expect(alerts).toHaveLength(1);
    expect(alerts[0]?.text).toContain('€10.00');
  });
});
