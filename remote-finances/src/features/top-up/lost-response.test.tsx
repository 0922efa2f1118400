import { afterEach, expect, it } from '@jest/globals';
import { listPayments } from '@portal/contract/payments';
import { createInvoicePayment } from '@portal/contract/top-up';
import { quoteTopUp } from '@portal/contract/top-up-quote';
import { configureApi, endpointQuery, useQuery } from '@portal/shared/api';
import { hasUnsavedChanges, SlotKindProvider, useLeaveQuestion } from '@portal/shared/area';
import {
  connectionLost,
  invoicePaymentResponse,
  paymentsResponse,
  problem,
  renderPage,
  reply,
  sentTo,
} from '@portal/shared/testing';
import { act, screen, waitFor, within } from '@testing-library/react';
import { HttpResponse } from 'msw';
import TopUpSidebar from './top-up-sidebar.tsx';

const path = '/finances/payments';
const url = `${path}?sidebar=finances/top-up&sidebar.service_id=svc_vo_8KQ2`;

type Outcome =
  | typeof connectionLost
  | typeof invoicePaymentResponse
  | ReturnType<typeof problem>
  | HttpResponse<string>;

/** Shows the payments and one sidebar for each tab. Creations get the outcome that was set last. */
function show(tabs: readonly string[] = ['tab']) {
  let outcome: Outcome = invoicePaymentResponse;
  const page = renderPage(
    <>
      <Question />
      <Payments />
      {tabs.map((tab) => (
        <SlotKindProvider key={tab} value="sidebar">
          <section aria-label={tab}>
            <TopUpSidebar />
          </section>
        </SlotKindProvider>
      ))}
    </>,
    {
      path,
      url,
      handlers: [
        reply(createInvoicePayment, () => outcome),
        reply(quoteTopUp),
        reply(listPayments, paymentsResponse),
      ],
    },
  );
  return {
    ...page,
    respond: (next: Outcome) => {
      outcome = next;
    },
    sidebars: tabs.map((tab) => sidebarOf(page, tab)),
  };
}

function sidebarOf({ user }: ReturnType<typeof renderPage>, tab: string) {
  const sidebar = within(screen.getByRole('region', { name: tab }));
  const press = async (name: string) => user.click(await sidebar.findByRole('button', { name }));
  const review = async (amount: string) => {
    const field = await sidebar.findByRole('textbox', { name: 'Amount' });
    await user.clear(field);
    await user.type(field, amount);
    await press('Continue');
    await sidebar.findByRole('heading', { name: 'Check your top-up' });
  };
  return { ...sidebar, press, review };
}

/** Shows one sidebar whose top-up of €14 has been sent, and no response arrived. */
async function showLost() {
  const page = show();
  const sidebar = page.sidebars[0]!;
  page.respond(connectionLost);
  await sidebar.review('14');
  await sidebar.press(create);
  await sidebar.findByText(unknown);
  return { ...page, ...sidebar };
}

/** Stands for the page of payments. */
function Payments() {
  const { data } = useQuery(endpointQuery(listPayments));
  return <p>{data?.items.length}</p>;
}

function Question() {
  const { isAsked, texts } = useLeaveQuestion();
  return isAsked ? <p role="alertdialog">{texts?.text ?? 'Your changes are not saved yet.'}</p> : null;
}

const create = 'Create pro-forma invoice';
const ready = { name: 'Your pro-forma invoice is ready' };
const unknown = /do not know whether this top-up was created: look into Payments/;
const unknown14 = /do not know whether your top-up of €14.00 was created. Look into Payments/;

/** The keys of the requests for an amount, each once. */
const keysOf = (amount: string) => [
  ...new Set(
    sentTo(createInvoicePayment)
      .filter(({ body }) => Object(body).amount === amount)
      .map(({ headers }) => headers.get('Idempotency-Key')),
  ),
];

afterEach(() => localStorage.clear());

it('sends the key of a lost top-up again after another top-up was created', async () => {
  const page = await showLost();
  await page.press('Change');
  expect(page.getByText(unknown14)).toBeVisible();
  await page.review('15');
  expect(page.getByText(unknown14)).toBeVisible();
  page.respond(invoicePaymentResponse);
  await page.press(create);
  await page.findByRole('heading', ready);

  await page.press('Another top-up');
  await page.review('14');
  await page.press(create);
  await page.findByRole('heading', ready);
  expect(keysOf('14.00')).toHaveLength(1);
  expect(keysOf('15.00')).toHaveLength(1);
  expect(page.queryByText(unknown14)).toBeNull();
});

it('refreshes the payments and links to them when the outcome is unknown', async () => {
  const page = show();
  page.respond(connectionLost);
  await page.sidebars[0]!.review('14');
  const listed = sentTo(listPayments).length;
  await page.sidebars[0]!.press(create);
  expect(await screen.findByRole('link', { name: 'Open Payments' })).toHaveAttribute('href', path);
  await waitFor(() => expect(sentTo(listPayments).length).toBeGreaterThan(listed));
});

it('asks before a top-up of unknown outcome is left', async () => {
  const page = await showLost();
  await page.user.click(page.getByRole('link', { name: 'Open Payments' }));
  expect(await screen.findByRole('alertdialog')).toHaveTextContent('We do not know whether it was created.');
});

it('has unsaved changes from the first typed amount until the payment is created', async () => {
  const page = show();
  const sidebar = page.sidebars[0]!;
  expect(hasUnsavedChanges()).toBe(false);
  await sidebar.review('14');
  expect(hasUnsavedChanges()).toBe(true);
  await act(() => page.navigate(path));
  expect(await screen.findByRole('alertdialog')).toHaveTextContent('Your changes are not saved yet.');
  await sidebar.press(create);
  await sidebar.findByRole('heading', ready);
  expect(hasUnsavedChanges()).toBe(false);
});

it.each(['rate_limited', 'unauthenticated', 'maintenance'] as const)(
  'has the same key after a lost response and the refusal %s, which says nothing about the payment',
  async (code) => {
    const page = await showLost();
    page.respond(problem(code));
    const sent = sentTo(createInvoicePayment).length;
    await page.press(create);
    await waitFor(() => expect(sentTo(createInvoicePayment).length).toBeGreaterThan(sent));
    await page.findByText(unknown);
    page.respond(invoicePaymentResponse);
    await page.press(create);
    await page.findByRole('heading', ready);
    expect(keysOf('14.00')).toHaveLength(1);
  },
);

it('shows no refusal for the end of the session while the page waits for its customer to log in again', async () => {
  const page = show();
  const sidebar = page.sidebars[0]!;
  await sidebar.review('14');
  page.respond(problem('unauthenticated'));
  configureApi({ isPaused: () => true });
  await sidebar.press(create);
  await waitFor(() => expect(sentTo(createInvoicePayment)).toHaveLength(1));
  await waitFor(() => expect(sidebar.getByRole('button', { name: create })).not.toHaveAttribute('aria-busy'));
  configureApi({ isPaused: undefined });
  expect(sidebar.queryByText('Please log in to continue.')).toBeNull();
  await sidebar.press(create);
  expect(await sidebar.findByText('Please log in to continue.')).toBeVisible();
  page.respond(invoicePaymentResponse);
  await sidebar.press(create);
  await sidebar.findByRole('heading', ready);
});

it.each([403, 404, 408, 429, 502, 503])(
  'does not know the outcome after a proxy’s page with status %i, and sends the same key again',
  async (status) => {
    const page = show();
    const sidebar = page.sidebars[0]!;
    await sidebar.review('14');
    page.respond(new HttpResponse('<h1>Bad gateway</h1>', { status }));
    await sidebar.press(create);
    await sidebar.findByText(unknown);
    page.respond(invoicePaymentResponse);
    await sidebar.press(create);
    await sidebar.findByRole('heading', ready);
    expect(keysOf('14.00')).toHaveLength(1);
  },
);

it('has one key in two tabs that review the same top-up', async () => {
  const { sidebars } = show(['first tab', 'second tab']);
  for (const tab of sidebars) await tab.review('14');
  for (const tab of sidebars) {
    await tab.press(create);
    await tab.findByRole('heading', ready);
  }
  expect(sentTo(createInvoicePayment)).toHaveLength(2);
  expect(keysOf('14.00')).toHaveLength(1);
});

it('has a new key once the customer has looked into the payments', async () => {
  const page = await showLost();
  await page.press('I have checked');
  page.respond(invoicePaymentResponse);
  await page.review('14');
  await page.press(create);
  await page.findByRole('heading', ready);
  expect(keysOf('14.00')).toHaveLength(2);
});
