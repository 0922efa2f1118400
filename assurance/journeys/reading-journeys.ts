import type { Page } from '@playwright/test';
import { rows, welcomeHeading } from '@portal/testbed/fixtures/screens';
import { button, type Journey } from './journey.ts';
import type { Step } from './patient-user.ts';

/** Chooses an option of a filter; then the address contains `chosen`. */
function choose(filter: string, option: string, chosen: RegExp): Step {
  return {
    sees: rowsWithout(chosen),
    does: async (page) => {
      await page
        .getByRole('search')
        .getByRole('button', { name: new RegExp(`^${filter}`) })
        .click();
      await page
        .getByRole('option', { name: new RegExp(`^${option}`) })
        .first()
        .click();
      await page.keyboard.press('Escape');
    },
  };
}

const nowhere = (page: Page) => page.locator('no-such-element');
const rowsWith = (address: RegExp) => (page: Page) =>
  (address.test(page.url()) ? rows(page) : nowhere(page)).first();
const rowsWithout = (address: RegExp) => (page: Page) =>
  (address.test(page.url()) ? nowhere(page) : rows(page)).first();

const isOpened = (page: Page) => page.getByRole('dialog').getByRole('button', { name: 'Close' }).isVisible();

const openFirst = (address: RegExp): Step => ({
  sees: rowsWith(address),
  does: (_page, row) => row.getByRole('button', { name: /^Open/ }).click(),
});

/** A list that is filtered, and whose first entry is opened. */
function list(name: string, start: string, filter: [name: string, option: string, chosen: RegExp]): Journey {
  const [, , chosen] = filter;
  return {
    name,
    as: 'demonstration',
    route: () => ({
      start,
      steps: [choose(...filter), openFirst(chosen)],
      isDone: isOpened,
    }),
  };
}

/** A report of another period. */
function report(name: string, start: string): Journey {
  const chosen = /start_date=/;
  return {
    name,
    as: 'demonstration',
    route: () => ({
      start,
      steps: [choose('Period', 'Last 7 days', chosen)],
      isDone: (page) => rowsWith(chosen)(page).isVisible(),
    }),
  };
}

const payments: Journey = {
  name: 'payments list',
  as: 'demonstration',
  route: () => ({
    start: '/finances/payments',
    steps: [
      {
        sees: rowsWithout(/filter_query=/),
        does: (page) => page.getByRole('searchbox', { name: 'Search payments' }).fill('PF-'),
      },
      openFirst(/filter_query=/),
    ],
    isDone: isOpened,
  }),
};

/** The portal offers to print an invoice; it has no PDF documents. */
const vatInvoice: Journey = {
  name: 'VAT invoice',
  as: 'demonstration',
  route: () => ({
    start: '/finances/monthly-vat-invoices',
    steps: [
      {
        sees: (page) =>
          rows(page)
            .first()
            .getByRole('button', { name: /^Open invoice/ }),
        does: (_page, open) => open.click(),
      },
    ],
    isDone: async (page) =>
      (await button(page, 'Print').isVisible()) &&
      (await page.getByRole('main').getByText('24%').first().isVisible()),
  }),
};

const rentedNumbers: Journey = {
  name: 'rented numbers',
  as: 'demonstration',
  route: () => ({
    start: '/voicing/rented-numbers',
    steps: [openFirst(/rented-numbers/)],
    isDone: isOpened,
  }),
};

const welcome: Journey = {
  name: 'welcome page',
  as: 'demonstration',
  route: () => ({
    start: '/welcome',
    steps: [],
    isDone: async (page) =>
      (await welcomeHeading(page).isVisible()) &&
      (await page.getByRole('region', { name: 'Balances' }).getByText('€').first().isVisible()),
  }),
};

export const readingJourneys: readonly Journey[] = [
  welcome,
  payments,
  vatInvoice,
  list('call history with filters', '/voicing/cdr', ['Result', 'No answer', /result=/]),
  list('message history with filters', '/messaging/history', ['Status', 'Delivered', /status=/]),
  report('voicing report', '/voicing/report'),
  report('messaging report', '/messaging/report'),
  rentedNumbers,
];
