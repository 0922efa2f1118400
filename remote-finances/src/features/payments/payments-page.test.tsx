import { describe, expect, it } from '@jest/globals';
import { cancelPayment, listPayments, paymentStatuses } from '@portal/contract/payments';
import {
  invoicePaymentResponse,
  paymentsResponse,
  problem,
  type ResponseBody,
  renderPage,
  reply,
  sentTo,
} from '@portal/shared/testing';
import { screen, waitFor, within } from '@testing-library/react';
import PaymentsPage from './payments-page.tsx';

const path = '/finances/payments';
const [crypto] = paymentsResponse.items;
const transfer = {
  ...crypto!,
  payment_id: 'pay_bank',
  number: 'PF-2026-000318',
  method: 'bank_transfer',
  status: 'pending',
  status_reason: null,
  reference: 'PF2026000318',
  net_amount: '100.00',
  tax_rate: '24.00',
  tax_amount: '24.00',
  gross_amount: '124.00',
  due_date: '2026-12-05',
  paid_amount: null,
  paid_currency: null,
  bank_details: invoicePaymentResponse.bank_details,
  documents: [],
  actions: ['resume', 'cancel'],
};
const states = [
  { status: 'pending', status_reason: null, since: '2026-11-21T07:40:00Z' },
  { status: 'partially_paid', status_reason: 'underpaid', since: '2026-11-21T09:12:44Z' },
];
const empty = { ...paymentsResponse, items: [], summary: [], total: 0 };

function show(response: ResponseBody<typeof listPayments> = paymentsResponse, url = path) {
  return renderPage(<PaymentsPage />, { path, url, handlers: [reply(listPayments, response)] });
}

describe('the list of payments', () => {
  it('shows each payment with its status and the reason of the status', async () => {
    show();
    const row = await screen.findByRole('row', { name: /CR-2026-000091/ });
    expect(within(row).getByText('Cryptocurrency')).toBeVisible();
    expect(within(row).getByText('Voicing')).toBeVisible();
    expect(within(row).getByText('€100.00')).toBeVisible();
    expect(within(row).getByText('Partly paid')).toBeVisible();
    expect(within(row).getByText('Less than due arrived')).toBeVisible();
    expect(screen.getByText('1 payment', { selector: '[role=status]' })).toBeVisible();
  });

  it('has words for every status, and shows a status of a later server as it is', async () => {
    const items = [...paymentStatuses, 'disputed'].map((status) => ({
      ...transfer,
      payment_id: status,
      number: status,
      status,
    }));
    show({ ...paymentsResponse, items });
    expect(await screen.findByText('Partly refunded')).toBeVisible();
    expect(screen.getAllByText('disputed')).toHaveLength(2);
  });

  it('shows what is to be transferred beside what is credited, and what was paid with VAT', async () => {
    const awaited = { ...transfer, number: 'AWAITED' };
    const received = { ...transfer, payment_id: 'b', number: 'RECEIVED', status: 'paid', bank_details: null };
    const untaxed = { ...received, payment_id: 'c', number: 'UNTAXED', gross_amount: '100.00' };
    show({ ...paymentsResponse, items: [awaited, received, untaxed] });
    const row = await screen.findByRole('row', { name: /AWAITED/ });
    expect(within(row).getByText('€100.00')).toBeVisible();
    expect(within(row).getByText('To transfer: €124.00')).toBeVisible();
    expect(within(screen.getByRole('row', { name: /RECEIVED/ })).getByText('€124.00 with VAT')).toBeVisible();
    expect(
      within(screen.getByRole('row', { name: /UNTAXED/ })).queryByText(/with VAT|To transfer/),
    ).toBeNull();
  });

  it('shows what was credited in a column whose sum is below the list', async () => {
    const part = { ...transfer, number: 'PART', status: 'partially_paid', credited: '40.00' };
    const over = { ...transfer, payment_id: 'b', number: 'OVER', status: 'paid', credited: '110.00' };
    const open = { ...transfer, payment_id: 'c', number: 'OPEN', credited: '0.00' };
    show({
      ...paymentsResponse,
      items: [part, over, open],
      summary: [{ currency: 'eur', count: 3, paid: '150.00', pending: '160.00' }],
    });
    const cells = async (name: string) =>
      within(await screen.findByRole('row', { name: new RegExp(name) })).getAllByRole('cell');
    const index = screen
      .getAllByRole('columnheader')
      .findIndex(({ textContent }) => textContent === 'Credited');
    for (const [name, text] of [
      ['PART', '€40.00'],
      ['OVER', '€110.00'],
      ['OPEN', '–'],
    ] as const)
      expect((await cells(name))[index]).toHaveTextContent(text);
    const sums = screen.getByRole('region', { name: 'Sums of the list' });
    expect(sums).toHaveTextContent(/Credited€150\.00.*To be credited once paid€160\.00/);
  });

  it('sums each currency separately', async () => {
    show({
      ...paymentsResponse,
      summary: [
        { currency: 'eur', count: 2, paid: '20.00', pending: '100.00' },
        { currency: 'usd', count: 1, paid: '7.00', pending: '0.00' },
      ],
    });
    const sums = await screen.findByRole('region', { name: 'Sums of the list' });
    expect(within(sums).getByText('€20.00')).toBeVisible();
    expect(within(sums).getByText('$7.00')).toBeVisible();
  });

  it('filters by text, and writes the filter into the URL', async () => {
    const page = show();
    await screen.findByRole('row', { name: /CR-2026/ });
    await page.user.type(screen.getByRole('searchbox', { name: 'Search payments' }), 'cr-2026');
    await waitFor(() => expect(page.location().search).toBe('?filter_query=cr-2026'));
    await waitFor(() =>
      expect(sentTo(listPayments).at(-1)?.query).toMatchObject({ filter_query: 'cr-2026' }),
    );
  });

  it('requests what the URL states', async () => {
    show(
      paymentsResponse,
      `${path}?service_type=voicing&filter_or=number&order=amount&offset=25&start_date=2026-01-01&end_date=2026-02-01`,
    );
    await screen.findByRole('row', { name: /CR-2026/ });
    expect(sentTo(listPayments)[0]?.query).toEqual({
      service_type: 'voicing',
      filter_or: 'number',
      order: 'amount',
      limit: '25',
      offset: '25',
      start_date: '2026-01-01',
      end_date: '2026-02-01',
    });
  });

  it('distinguishes an empty account from filters that match nothing, and clears the filters', async () => {
    const page = show(empty, `${path}?service_type=messaging`);
    await page.user.click(
      within(await screen.findByText('No payments match').then((text) => text.parentElement!)).getByRole(
        'button',
        { name: 'Reset filters' },
      ),
    );
    expect(await screen.findByText('No payments in the last 12 months')).toBeVisible();
    expect(page.location().search).toBe('');
  });

  it('shows that loading failed, and can be tried again', async () => {
    let isUp = false;
    const page = renderPage(<PaymentsPage />, {
      path,
      handlers: [reply(listPayments, () => (isUp ? paymentsResponse : problem('maintenance')))],
    });
    const retry = await screen.findByRole('button', { name: 'Try again' });
    isUp = true;
    await page.user.click(retry);
    expect(await screen.findByRole('row', { name: /CR-2026/ })).toBeVisible();
  });

  it('opens the next page and the page before', async () => {
    const page = show({ ...paymentsResponse, total: 60, has_more: true });
    await page.user.click(await screen.findByRole('button', { name: 'Next' }));
    expect(page.location().search).toBe('?offset=25');
  });
});

describe('an open payment', () => {
  it('is named in the URL, and shows the amounts that the server computed', async () => {
    const page = show({ ...paymentsResponse, items: [crypto!, transfer] });
    await page.user.click(await screen.findByRole('button', { name: 'Open payment PF-2026-000318' }));
    expect(page.location().search).toBe('?row=pay_bank');
    const drawer = await screen.findByRole('dialog', { name: 'Payment PF-2026-000318' });
    expect(within(drawer).getAllByText('€124.00')).toHaveLength(2);
    expect(within(drawer).getByText('24%')).toBeVisible();
    expect(within(drawer).getByRole('button', { name: 'Copy the payment reference' })).toBeVisible();
    const bank = within(drawer).getByRole('region', { name: 'Bank details' });
    expect(within(bank).getByText('EE38 2200 2210 2014 5685')).toBeVisible();
    expect(within(bank).getByRole('img', { name: 'QR code with these bank details' })).toBeVisible();
    await page.user.keyboard('{Escape}');
    await waitFor(() => expect(page.location().search).toBe(''));
  });

  it('shows its states with their times, the latest first', async () => {
    show({ ...paymentsResponse, items: [{ ...transfer, states }] }, `${path}?row=pay_bank`);
    const history = await screen.findByRole('region', { name: 'History' });
    const items = within(history).getAllByRole('listitem');
    expect(items.map((item) => item.textContent)).toEqual([
      expect.stringMatching(/^Partly paidLess than due arrived.*11:12:44/),
      expect.stringMatching(/^Awaiting payment.*09:40:00/),
    ]);
  });

  it.each([
    [{ status: 'partially_paid', status_reason: 'underpaid' }, '49.60', '40.00'],
    [{ status: 'paid', status_reason: 'overpaid' }, '136.40', '110.00'],
    [{ status: 'expired', status_reason: 'underpaid' }, '49.60', '40.00'],
  ])(
    'shows what was asked for, and what was received and credited: %j',
    async (state, paid_amount, credited) => {
      const item = { ...transfer, ...state, paid_amount, paid_currency: 'eur', credited, bank_details: null };
      show({ ...paymentsResponse, items: [item] }, `${path}?row=pay_bank`);
      const requested = await screen.findByRole('region', { name: 'Requested top-up' });
      expect(requested).toHaveTextContent(/Credit to the balance€100\.00.*To pay, with VAT€124\.00/);
      const arrived = screen.getByRole('region', { name: 'Received and credited' });
      expect(arrived).toHaveTextContent(`Received€${paid_amount}Added to the balance€${credited}`);
      expect(await screen.findByText(new RegExp(`€${credited} was added to your balance`))).toBeVisible();
    },
  );

  it('shows nothing as received while nothing has arrived', async () => {
    show({ ...paymentsResponse, items: [{ ...transfer, credited: '0.00' }] }, `${path}?row=pay_bank`);
    expect(await screen.findByRole('region', { name: 'Requested top-up' })).toBeVisible();
    expect(screen.queryByRole('region', { name: 'Received and credited' })).toBeNull();
  });

  it('shows no request for a transfer that a monthly invoice has received', async () => {
    const received = {
      ...transfer,
      status: 'paid',
      due_date: null,
      paid_amount: '124.00',
      credited: '124.00',
    };
    show({ ...paymentsResponse, items: [received] }, `${path}?row=pay_bank`);
    const arrived = await screen.findByRole('region', { name: 'Received and credited' });
    expect(arrived).toHaveTextContent('Added to the balance€124.00');
    expect(screen.queryByRole('region', { name: 'Requested top-up' })).toBeNull();
  });

  it('says what to do about a transfer of which a part has arrived', async () => {
    const bank_details = { ...transfer.bank_details, amount: '84.00' };
    const part = { status: 'partially_paid', paid_amount: '40.00', paid_currency: 'eur', bank_details };
    show({ ...paymentsResponse, items: [{ ...transfer, ...part }] }, `${path}?row=pay_bank`);
    expect(await screen.findByText(/Transfer the remaining €84\.00 with the same reference/)).toBeVisible();
  });

  it('does not offer to pay what the network is confirming', async () => {
    const sent = { ...crypto!, status: 'processing', status_reason: null, actions: ['resume'] };
    show({ ...paymentsResponse, items: [sent] }, `${path}?row=pay_01JD90QK`);
    const drawer = await screen.findByRole('dialog', { name: 'Payment CR-2026-000091' });
    expect(within(drawer).getByText(/You don’t need to send anything more/)).toBeVisible();
    expect(within(drawer).getByRole('button', { name: 'See the status of CR-2026-000091' })).toBeVisible();
    expect(screen.queryByText('How to pay')).toBeNull();
    expect(screen.queryByRole('button', { name: /^How to pay/, hidden: true })).toBeNull();
  });

  it('shows an amount in a currency that no account has', async () => {
    show(paymentsResponse, `${path}?row=pay_01JD90QK`);
    expect(await screen.findByText('40 USDT')).toBeVisible();
  });

  it('says what a credit note has added to the balance, and demands nothing', async () => {
    const credited = {
      ...{
        ...transfer,
        payment_id: 'pay_note',
        number: 'AD-2026-000007',
        status: 'paid',
        bank_details: null,
      },
      ...{ method: 'adjustment', type: 'adjustment', reference: null, due_date: null, actions: [] },
      ...{
        amount: '241.47',
        net_amount: '241.47',
        tax_rate: '0.00',
        tax_amount: '0.00',
        gross_amount: '241.47',
      },
      monthly_vat_invoice_id: 'mvi_note',
    };
    show({ ...paymentsResponse, items: [credited] }, `${path}?row=pay_note`);
    const amounts = await screen.findByRole('region', { name: 'Amounts' });
    expect(amounts).toHaveTextContent('Added to the balance€241.47');
    expect(amounts).not.toHaveTextContent(/Net|VAT|To pay/);
    const documents = screen.getByRole('region', { name: 'Documents' });
    expect(within(documents).getByRole('link', { name: 'Open the VAT invoice' })).toBeVisible();
    expect(within(documents).queryByText('There are no documents yet.')).toBeNull();
  });

  it.each([
    ['promo', '25.00', 'Added to the balance€25.00'],
    ['adjustment', '-25.00', 'Taken from the balance€25.00'],
    ['refund', '-25.00', 'Taken from the balance€25.00'],
  ])('shows no VAT of its own for a payment of the type %s over %s', async (type, amount, text) => {
    const booked = { ...transfer, type, status: 'paid', amount, bank_details: null, actions: [] };
    show({ ...paymentsResponse, items: [booked] }, `${path}?row=pay_bank`);
    const amounts = await screen.findByRole('region', { name: 'Amounts' });
    expect(amounts).toHaveTextContent(text);
    expect(amounts).not.toHaveTextContent(/Net|VAT|To pay/);
  });

  it('stays on its page of the list', async () => {
    const page = show(paymentsResponse, `${path}?offset=25`);
    await page.user.click(await screen.findByRole('button', { name: /^Open payment/ }));
    expect(page.location().search).toBe('?offset=25&row=pay_01JD90QK');
  });

  it('shows that it is not in the list', async () => {
    show(paymentsResponse, `${path}?row=pay_other`);
    expect(await screen.findByText('This entry is not in the list')).toBeVisible();
  });

  it('opens the support form with the payment', async () => {
    const page = show(paymentsResponse);
    await page.user.click(await screen.findByRole('button', { name: /^Contact support about/ }));
    expect(page.location().search).toContain('sidebar=profile/support');
    expect(page.location().search).toContain('sidebar.row_id=pay_01JD90QK');
  });
});

describe('the cancellation of a payment', () => {
  const list = { ...paymentsResponse, items: [transfer] };
  const canceled = { ...transfer, status: 'canceled', bank_details: null, actions: [] };

  it('is confirmed, sent once, and shown', async () => {
    let items: ResponseBody<typeof listPayments>['items'] = [transfer];
    const page = renderPage(<PaymentsPage />, {
      path,
      url: `${path}?row=pay_bank`,
      handlers: [
        reply(listPayments, () => ({ ...list, items })),
        reply(cancelPayment, () => {
          items = [canceled];
          return { success: true as const, payment: canceled };
        }),
      ],
    });
    const drawer = await screen.findByRole('dialog', { name: 'Payment PF-2026-000318' });
    await page.user.click(within(drawer).getByRole('button', { name: 'Cancel payment' }));
    const dialog = await screen.findByRole('alertdialog', { name: 'Cancel this payment?' });
    expect(dialog).toHaveTextContent('Payment PF-2026-000318 over €124.00 will be cancelled.');
    await page.user.dblClick(within(dialog).getByRole('button', { name: 'Cancel payment' }));
    expect(await screen.findByText('Payment PF-2026-000318 has been cancelled.')).toBeVisible();
    expect(sentTo(cancelPayment)).toHaveLength(1);
    expect(await screen.findAllByText('Cancelled')).toHaveLength(2);
    // The pressed button is gone.
    await waitFor(() => expect(drawer).toHaveFocus());
    expect(screen.queryByRole('button', { name: /^Cancel payment/ })).toBeNull();
  });

  it('sends nothing when the customer decides against it', async () => {
    const page = show(list);
    await page.user.click(await screen.findByRole('button', { name: 'Cancel payment PF-2026-000318' }));
    await page.user.click(await screen.findByRole('button', { name: 'Don’t cancel' }));
    await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull());
    expect(sentTo(cancelPayment)).toHaveLength(0);
  });

  it('says when money has arrived in the meantime, and loads the list again', async () => {
    const page = renderPage(<PaymentsPage />, {
      path,
      handlers: [reply(listPayments, list), reply(cancelPayment, problem('payment_not_cancelable'))],
    });
    await page.user.click(await screen.findByRole('button', { name: 'Cancel payment PF-2026-000318' }));
    await page.user.click(await screen.findByRole('button', { name: 'Cancel payment' }));
    expect(await screen.findByText('This payment can no longer be cancelled.')).toBeVisible();
    await waitFor(() => expect(sentTo(listPayments)).toHaveLength(2));
  });
});

it('opens top-up and alerts', async () => {
  const page = show();
  await page.user.click(screen.getByRole('button', { name: 'Top up' }));
  expect(page.location().search).toBe('?sidebar=finances/top-up');
  await page.user.click(screen.getByRole('button', { name: 'Alerts' }));
  expect(page.location().search).toBe('?sidebar=finances/low-balance-alerts');
});
