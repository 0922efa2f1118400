import { type Credentials, openApi, receiveMail } from '@portal/testbed/fixtures/account';
import { linkOf, newEmail } from '@portal/testbed/fixtures/registration';
import { logIn, logOut, welcomeHeading } from '@portal/testbed/fixtures/screens';
import { asNobody, expect, test } from '../fixtures/portal-test.ts';

test.use(asNobody);

test('a new customer registers, confirms by mail, accepts the agreement and resets the password', async ({
  page,
}) => {
  const api = await openApi();
  const first: Credentials = { email: newEmail(), password: 'Riga-2026!' };
  const second: Credentials = { email: first.email, password: 'Vilnius-2027?' };

  await test.step('registers', async () => {
    await page.goto('/login');
    await page.getByRole('link', { name: 'Register' }).click();
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Create an account');
    await page.getByLabel('Your name').fill('Jānis Bērziņš');
    await page.getByLabel('Company').fill('Bērziņš un dēli');
    await page.getByLabel('E-mail').fill(first.email);
    await page.getByLabel('Phone').fill('+371 2612 3456');
    await page.getByRole('textbox', { name: 'Password', exact: true }).fill(first.password);
    await page.getByRole('textbox', { name: 'Repeat the password' }).fill(first.password);
    await page.getByRole('checkbox', { name: /Terms and conditions/ }).check();
    await page.getByRole('button', { name: 'Register' }).click();
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Check your inbox');
    // Phones discard the page of a customer who looks for the mail.
    await page.reload();
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Check your inbox');
    await expect(page.getByRole('textbox', { name: 'Code' })).toBeVisible();
  });

  await test.step('confirms the address with the mailed link', async () => {
    await page.goto(linkOf(await receiveMail(api, first.email, /confirm/i)));
    await page.getByRole('button', { name: 'Confirm', exact: true }).click();
    await expect(page.getByText('Your e-mail address is confirmed')).toBeVisible();
    await expect(page, 'the token leaves the address').toHaveURL(/\/login$/);
  });

  await test.step('logs in and accepts the agreement', async () => {
    await logIn(page, first);
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Data-processing agreement');
    const accept = page.getByRole('button', { name: 'Accept and continue' });
    await expect(accept).toBeDisabled();
    await page.getByRole('checkbox', { name: /accept it for the company/ }).check();
    await accept.click();
    await expect(welcomeHeading(page)).toBeVisible();
  });

  await test.step('logs out and requests a new password', async () => {
    await logOut(page);
    await page.getByRole('link', { name: 'Forgot your password?' }).click();
    await page.getByLabel('E-mail').fill(first.email);
    await page.getByRole('button', { name: 'Send the link' }).click();
    await expect(page.getByText(`If there is an account for ${first.email}`)).toBeVisible();
  });

  await test.step('sets it with the mailed link and logs in', async () => {
    await page.goto(linkOf(await receiveMail(api, first.email, /new password/i)));
    await page.getByRole('button', { name: 'Continue' }).click();
    await page.getByRole('textbox', { name: 'Password', exact: true }).fill(second.password);
    await page.getByRole('textbox', { name: 'Repeat the password' }).fill(second.password);
    await page.getByRole('button', { name: 'Save the password' }).click();
    await expect(page.getByText('Your password is changed')).toBeVisible();
    await page.getByRole('link', { name: 'Log in' }).click();
    await logIn(page, second);
    await expect(welcomeHeading(page)).toBeVisible();
  });

  await api.dispose();
});

test('the login page reports a wrong password without revealing whether the account exists', async ({
  page,
  faults,
}) => {
  faults.expect(/status of 401/);
  await page.goto('/login');
  await logIn(page, { email: newEmail(), password: 'Wrong-2026!' });
  await expect(page.getByText('Email or password is incorrect')).toBeVisible();
});

test('a reload and a look at another screen preserve what was typed, except passwords', async ({ page }) => {
  await page.goto('/register');
  const company = page.getByLabel('Company');
  const password = page.getByRole('textbox', { name: 'Password', exact: true });
  await company.fill('Bērziņš un dēli');
  await page.getByRole('button', { name: /Country/ }).click();
  await page.getByRole('option', { name: 'Latvia' }).click();
  await password.fill('Riga-2026!');
  // Typing is saved after a pause.
  await page.waitForFunction(() => JSON.stringify(history.state).includes('lv'));

  await page.reload();
  await expect(company).toHaveValue('Bērziņš un dēli');
  await expect(page.getByRole('button', { name: /Country/ })).toContainText('Latvia');
  await expect(password).toHaveValue('');

  await page.getByRole('link', { name: 'Log in' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Log in');
  await page.goBack();
  await expect(company).toHaveValue('Bērziņš un dēli');
});
