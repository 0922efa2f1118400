import path from 'node:path';
import type { Page } from '@playwright/test';
import { readSigningKey } from '@portal/federation-cli/signing-key';
import { linkOf, newEmail } from '@portal/testbed/fixtures/registration';
import { welcomeHeading } from '@portal/testbed/fixtures/screens';
import { settingsOf, startServer } from '@portal/testbed/runner/portal-server';
import { Keyboard } from '../fixtures/keyboard.ts';
import { MailServer } from '../fixtures/mail-server.ts';
import { asNobody, expect, test } from '../fixtures/portal-test.ts';

test.use(asNobody);

/** A second server of the same portal with its own data, which sends mails by SMTP. */
async function startMailingPortal(smtp: string) {
  const { E2E_DATA_DIR = '' } = process.env;
  const { publicKey } = await readSigningKey(path.join(E2E_DATA_DIR, 'keys/composition.pem'));
  const served = settingsOf(path.join(E2E_DATA_DIR, 'portal'), publicKey);
  return startServer(() => ({ settings: { ...served, SMTP_URL: smtp, DEMO_ACCOUNT: 'false' } }));
}

const heading = (page: Page) => page.getByRole('heading', { level: 1 });

test('a new customer registers and resets the password with the keyboard alone, with mails over SMTP', async ({
  page,
}) => {
  // The second server creates a database first.
  test.setTimeout(120_000);
  const mails = new MailServer();
  const portal = await startMailingPortal(await mails.start());
  const keyboard = new Keyboard(page);
  const email = newEmail();
  const [first, second] = ['Riga-2026!', 'Vilnius-2027?'];
  const field = (name: string) => page.getByRole('textbox', { name, exact: true });
  const button = (name: string) => page.getByRole('button', { name, exact: true });
  const logIn = async (password: string) => {
    await keyboard.write(field('E-mail'), email);
    await keyboard.write(field('Password'), password);
    await keyboard.key('Enter');
  };

  try {
    await test.step('registers', async () => {
      await page.goto(`${portal.url}/login`);
      await keyboard.press(page.getByRole('link', { name: 'Register' }));
      await expect(heading(page)).toHaveText('Create an account');
      await keyboard.write(field('Your name'), 'Jānis Bērziņš');
      await keyboard.write(field('Company'), 'Bērziņš un dēli');
      await keyboard.write(field('E-mail'), email);
      await keyboard.write(field('Phone'), '371 2612 3456');
      await keyboard.write(field('Password'), first);
      await keyboard.write(field('Repeat the password'), first);
      await keyboard.press(page.getByRole('checkbox', { name: /Terms and conditions/ }), 'Space');
      await keyboard.press(button('Register'));
      await expect(heading(page)).toHaveText('Check your inbox');
    });

    await test.step('confirms the address with the code from the mail', async () => {
      const { text } = await mails.receive(email, /\?confirm=/);
      await keyboard.write(field('Code'), /\b\d{6}\b/.exec(text)?.[0] ?? '');
      await keyboard.key('Enter');
      await expect(page.getByText('Your e-mail address is confirmed')).toBeVisible();
    });

    await test.step('logs in, reads the agreement and accepts it', async () => {
      await page.goto(`${portal.url}/login`);
      await logIn(first);
      await expect(heading(page)).toHaveText('Data-processing agreement');
      await keyboard.reach(page.getByRole('region', { name: 'Data-processing agreement' }));
      await keyboard.key('PageDown');
      await keyboard.press(page.getByRole('checkbox', { name: /accept it for the company/ }), 'Space');
      await keyboard.press(button('Accept and continue'));
      await expect(welcomeHeading(page)).toBeVisible();
    });

    await test.step('logs out', async () => {
      await keyboard.press(button('Account'));
      const leave = page.getByRole('menuitem', { name: 'Log out' });
      await expect(leave).toBeVisible();
      await keyboard.key('End');
      await expect(leave).toBeFocused();
      await keyboard.key('Enter');
      await expect(heading(page)).toHaveText('Log in');
    });

    await test.step('requests a new password', async () => {
      await keyboard.press(page.getByRole('link', { name: 'Forgot your password?' }));
      await expect(heading(page)).toHaveText('Restore password');
      await keyboard.write(field('E-mail'), email);
      await keyboard.key('Enter');
      await expect(page.getByText(`If there is an account for ${email}`)).toBeVisible();
    });

    await test.step('sets it with the mailed link, whose token disappears from the address', async () => {
      await page.goto(linkOf(await mails.receive(email, /\/change\?token=/)));
      await keyboard.press(button('Continue'));
      await keyboard.write(field('Password'), second);
      expect(page.url()).not.toContain('token');
      await keyboard.write(field('Repeat the password'), second);
      await keyboard.key('Enter');
      await expect(page.getByText('Your password is changed')).toBeVisible();
      await mails.receive(email, /password/);
    });

    await test.step('logs in with the new password', async () => {
      await keyboard.press(page.getByRole('link', { name: 'Log in' }));
      await expect(heading(page)).toHaveText('Log in');
      await logIn(second);
      await expect(welcomeHeading(page)).toBeVisible();
    });
  } finally {
    await page.goto('about:blank');
    await portal[Symbol.asyncDispose]();
    await mails.stop();
  }
});
