import type { Locator, Page } from '@playwright/test';
import { waitFor } from '@portal/testbed/runner/concurrency';
import {
  button,
  type Journey,
  mailsTo,
  main,
  post,
  press,
  rowsOf,
  type Scene,
  toastWith,
} from './journey.ts';

/** Seconds in which a job mails the customer. */
const alertLimit = 90;

const addService = ({ api }: Scene) => post(api, 'v1/services', { type: 'voicing' });
const inSidebar = (page: Page): Locator => page.getByRole('dialog');

const profileEdit: Journey = {
  name: 'profile edit',
  as: 'customer',
  route: () => ({
    start: '/profile',
    steps: [
      {
        sees: (page) => button(page, 'Save changes'),
        does: async (page, save) => {
          await page.getByRole('textbox', { name: 'Company name' }).fill('Tamm & Daughters');
          await page.getByRole('textbox', { name: 'Address' }).fill('Pikk 2, Tallinn');
          await save.click();
        },
      },
    ],
    isDone: (page) => toastWith(page, 'Your profile is saved.'),
  }),
  check: async (scene) => [
    {
      what: 'changed accounts',
      found: await rowsOf(scene, 'accounts', "company = 'Tamm & Daughters' and address = 'Pikk 2, Tallinn'"),
      expected: 1,
    },
  ],
};

function topUp(method: string, create: string, created: string): Journey {
  return {
    name: `top-up, ${method}`,
    as: 'customer',
    prepare: addService,
    route: () => ({
      start: '/finances/payments',
      steps: [
        { sees: (page) => main(page).getByRole('button', { name: 'Top up' }), does: press },
        {
          sees: (page) => button(page, 'Continue'),
          does: async (page, next) => {
            await page.getByRole('textbox', { name: 'Amount' }).fill('50');
            await page.getByRole('radio', { name: method }).check();
            await next.click();
          },
        },
        { sees: (page) => button(page, create), does: press },
      ],
      isDone: (page) => page.getByRole('heading', { name: created }).isVisible(),
    }),
    check: async (scene) => [{ what: 'payments', found: await rowsOf(scene, 'payments'), expected: 1 }],
  };
}

const alerts: Journey = {
  name: 'alerts',
  as: 'customer',
  prepare: addService,
  route: () => ({
    start: '/finances/payments',
    steps: [
      { sees: (page) => main(page).getByRole('button', { name: 'Alerts' }), does: press },
      {
        sees: (page) => inSidebar(page).getByRole('checkbox', { name: 'Warn me when the balance is low' }),
        does: async (page, box) => {
          await box.check();
          await inSidebar(page).getByRole('textbox', { name: 'Limit' }).fill('25');
          await inSidebar(page).getByRole('button', { name: 'Save' }).click();
        },
      },
    ],
    isDone: (page) => toastWith(page, 'The alert of Voicing is saved.'),
  }),
  check: async (scene) => {
    const mails = async () => (await mailsTo(scene, 'balance is low')) || undefined;
    const sent = waitFor('no mail about the balance', mails, alertLimit).catch(() => 0);
    return [
      {
        what: 'alerts',
        found: await rowsOf(scene, 'services', 'threshold_enabled and threshold_amount = 25'),
        expected: 1,
      },
      { what: 'mails of the alert', found: await sent, expected: 1 },
    ];
  },
};

const language: Journey = {
  name: 'language change',
  as: 'customer',
  route: (scene) => ({
    start: '/welcome',
    steps: [
      { sees: (page) => button(page, /^(?:Language|Sprache)/), does: press },
      { sees: (page) => page.getByRole('menuitemradio', { name: 'Deutsch' }), does: press },
    ],
    isDone: async (page) =>
      (await page.getByRole('heading', { level: 1, name: 'Willkommen in Ihrem Konto' }).isVisible()) &&
      (await rowsOf(scene, 'accounts', "language = 'de'")) === 1,
  }),
};

const logOut: Journey = {
  name: 'logout',
  as: 'customer',
  route: () => ({
    start: '/welcome',
    steps: [
      { sees: (page) => page.getByRole('button', { name: 'Account', exact: true }), does: press },
      { sees: (page) => page.getByRole('menuitem', { name: 'Log out' }), does: press },
    ],
    isDone: (page) => page.getByRole('heading', { level: 1, name: 'Log in' }).isVisible(),
  }),
  check: async (scene) => [{ what: 'sessions', found: await rowsOf(scene, 'sessions'), expected: 0 }],
};

const support: Journey = {
  name: 'support request',
  as: 'customer',
  route: () => ({
    start: '/welcome?sidebar=profile/support',
    steps: [
      {
        sees: (page) => inSidebar(page).getByRole('button', { name: 'Send', exact: true }),
        does: async (page, send) => {
          await inSidebar(page).getByRole('textbox', { name: 'Subject' }).fill('Calls fail');
          await inSidebar(page).getByRole('textbox', { name: 'Message' }).fill('Since this morning.');
          await send.click();
        },
      },
    ],
    isDone: (page) => inSidebar(page).getByText('Your request has the number').isVisible(),
  }),
  check: async (scene) => [
    { what: 'requests', found: await rowsOf(scene, 'support_tickets'), expected: 1 },
    { what: 'mails about it', found: await mailsTo(scene, 'We have received your request'), expected: 1 },
  ],
};

const newService: Journey = {
  name: 'new service',
  as: 'customer',
  route: () => ({
    start: '/welcome',
    steps: [{ sees: (page) => button(page, 'Add voicing'), does: press }],
    isDone: (page) =>
      page.getByRole('region', { name: 'Balances' }).getByRole('button', { name: 'Top up' }).isVisible(),
  }),
  check: async (scene) => [{ what: 'services', found: await rowsOf(scene, 'services'), expected: 1 }],
};

export const accountJourneys: readonly Journey[] = [
  // The alert's mail is sent within a minute.
  alerts,
  profileEdit,
  topUp('Bank transfer', 'Create pro-forma invoice', 'Your pro-forma invoice is ready'),
  topUp('Cryptocurrency', 'Create crypto payment', 'Waiting for your transfer'),
  newService,
  support,
  language,
  logOut,
];
