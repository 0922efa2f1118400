import type { Page } from '@playwright/test';
import { logIn, welcomeHeading } from '@portal/testbed/fixtures/screens';
import { button, type Journey, mailsTo, post, press, rowsOf, type Scene } from './journey.ts';
import type { Step } from './patient-user.ts';

/** Registration refuses the demonstration account's password, because it contains the brand. */
const firstPassword = 'Riga-2026!';
const newPassword = 'Vilnius-2027?';

const logInStep = ({ credentials }: Scene): Step => ({
  sees: (page) => button(page, 'Log in'),
  does: (page) => logIn(page, credentials),
});

const logInJourney: Journey = {
  name: 'login',
  as: 'visitor',
  route: (scene) => ({
    start: '/login',
    steps: [logInStep(scene)],
    isDone: (page) => welcomeHeading(page).isVisible(),
  }),
};

const agreement: Journey = {
  name: 'login with agreement',
  as: 'visitor',
  prepare: ({ database, credentials }) =>
    database.query('update accounts set dpu_version = null, dpu_accepted_at = null where email = $1', [
      credentials.email,
    ]),
  route: (scene) => ({
    start: '/login',
    steps: [
      logInStep(scene),
      {
        sees: (page) => page.getByRole('checkbox', { name: /accept it for the company/ }),
        does: async (page, box) => {
          await box.check();
          await button(page, 'Accept and continue').click();
        },
      },
    ],
    isDone: (page) => welcomeHeading(page).isVisible(),
  }),
  check: async (scene) => [
    { what: 'acceptances', found: await rowsOf(scene, 'dpu_acceptances'), expected: 1 },
  ],
};

/** The button of the mailed link's page. The page before it has one too, which needs the mailed code. */
const confirmWithoutCode = (page: Page) =>
  page
    .getByRole('main')
    .filter({ hasNot: page.getByLabel('Code') })
    .getByRole('button', { name: 'Confirm', exact: true });

const registration: Journey = {
  name: 'registration',
  as: 'visitor',
  prepare: ({ database, credentials }) =>
    database.query('delete from accounts where email = $1', [credentials.email]),
  route: ({ credentials, mailedLink }) => ({
    start: '/register',
    steps: [
      {
        sees: (page) => button(page, 'Register'),
        does: async (page, send) => {
          await page.getByLabel('Your name').fill('Anna Tamm');
          await page.getByLabel('Company').fill('Tamm Trading');
          await page.getByLabel('E-mail').fill(credentials.email);
          await page.getByLabel('Phone').fill('+372 5551 2345');
          await page.getByRole('textbox', { name: 'Password', exact: true }).fill(firstPassword);
          await page.getByRole('textbox', { name: 'Repeat the password' }).fill(firstPassword);
          await page.getByRole('checkbox', { name: /Terms and conditions/ }).check();
          await send.click();
        },
      },
      {
        sees: (page) => page.getByRole('heading', { level: 1, name: 'Check your inbox' }),
        does: async (page) => page.goto(await mailedLink(/confirm/i)),
      },
      { sees: confirmWithoutCode, does: press },
    ],
    isDone: (page) => page.getByText(/e-?mail address is (?:already )?confirmed/).isVisible(),
  }),
  check: async (scene) => {
    await post(scene.api, 'v1/users/login', { email: scene.credentials.email, password: firstPassword });
    return [
      {
        what: 'confirmed accounts',
        found: await rowsOf(scene, 'accounts', 'email_confirmed_at is not null'),
        expected: 1,
      },
      { what: 'open registrations', found: await rowsOf(scene, 'registrations'), expected: 0 },
      { what: 'mails to confirm', found: await mailsTo(scene, 'Confirm your e-mail'), expected: 1 },
    ];
  },
};

const restore: Journey = {
  name: 'restore',
  as: 'visitor',
  route: ({ credentials, mailedLink }) => ({
    start: '/restore',
    steps: [
      {
        sees: (page) => button(page, 'Send the link'),
        does: async (page, send) => {
          await page.getByLabel('E-mail').fill(credentials.email);
          await send.click();
        },
      },
      {
        sees: (page) => page.getByText('If there is an account for'),
        does: async (page) => page.goto(await mailedLink(/new password/i)),
      },
      { sees: (page) => button(page, 'Continue'), does: press },
      {
        sees: (page) => button(page, 'Save the password'),
        does: async (page, save) => {
          await page.getByRole('textbox', { name: 'Password', exact: true }).fill(newPassword);
          await page.getByRole('textbox', { name: 'Repeat the password' }).fill(newPassword);
          await save.click();
        },
      },
    ],
    isDone: (page) => page.getByText('Your password is changed').isVisible(),
  }),
  check: async (scene) => {
    await post(scene.api, 'v1/users/login', { email: scene.credentials.email, password: newPassword });
    return [
      { what: 'mails with a link', found: await mailsTo(scene, 'Set a new password'), expected: 1 },
      {
        what: 'mails about the change',
        found: await mailsTo(scene, 'Your password has been changed'),
        expected: 1,
      },
    ];
  },
};

export const visitorJourneys: readonly Journey[] = [logInJourney, agreement, registration, restore];
