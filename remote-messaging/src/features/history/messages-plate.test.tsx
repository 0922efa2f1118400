import { describe, expect, test } from '@jest/globals';
import { getMessagingReport } from '@portal/contract/messaging-report';
import { listServices } from '@portal/contract/services';
import { getStats } from '@portal/contract/stats';
import {
  messagesResponse,
  messagingReportResponse,
  problem,
  renderPage,
  reply,
  sentTo,
  servicesResponse,
} from '@portal/shared/testing';
import { addDays, todayIn } from '@portal/shared/ui';
import { screen, waitFor } from '@testing-library/react';
import MessagesPlate from './messages-plate.tsx';

const today = todayIn('Europe/Tallinn');
const [row] = messagingReportResponse.items;
const days = [
  { ...row!, key: { day: today }, messages: 12, delivery_rate_percent: 91.7, cost: '0.48' },
  { ...row!, key: { day: addDays(today, -1) }, messages: 20, delivery_rate_percent: 80, cost: '0.90' },
];
const report = reply(getMessagingReport, { ...messagingReportResponse, group_by: ['day'], items: days });

describe('messages plate', () => {
  test('shows figures of today and yesterday, and the last messages', async () => {
    renderPage(<MessagesPlate />, { handlers: [report, reply(getStats, messagesResponse)] });

    expect(await screen.findByText('Yesterday: 20')).toBeVisible();
    expect(screen.getByText('91.7%')).toBeVisible();
    expect(screen.getByText('Yesterday: 80%')).toBeVisible();
    expect(screen.getByText('€0.48')).toBeVisible();
    const link = await screen.findByRole('link', { name: '+37255512345' });
    expect(link.closest('li')).toHaveTextContent('+37255512345Delivered21/11/2026, 08:58€0.078');
    expect(link).toHaveAttribute(
      'href',
      `/messaging/history?start_date=${addDays(today, -6)}&end_date=${today}&row=msg_01JD9A2B`,
    );
    expect(screen.getByRole('link', { name: 'History' })).toHaveAttribute('href', '/messaging/history');
    expect(sentTo(getMessagingReport).at(0)?.query).toMatchObject({ end_date: today, group_by: 'day' });
  });

  test('shows zero messages for a day without a row', async () => {
    const handlers = [
      reply(getMessagingReport, { ...messagingReportResponse, group_by: ['day'], items: [] }),
      reply(getStats, { ...messagesResponse, items: [], total: 0 }),
    ];
    renderPage(<MessagesPlate />, { handlers });

    expect(await screen.findByText('No messages in the last 7 days')).toBeVisible();
    expect(await screen.findByText('Yesterday: 0')).toBeVisible();
  });

  test('offers a retry for the figures and shows the last messages when the figures fail', async () => {
    let attempts = 0;
    const failing = reply(getMessagingReport, () => {
      attempts += 1;
      return attempts === 1 ? problem('not_found') : messagingReportResponse;
    });
    const { user } = renderPage(<MessagesPlate />, {
      handlers: [failing, reply(getStats, messagesResponse)],
    });

    expect(await screen.findByRole('link', { name: '+37255512345' })).toBeVisible();
    await user.click(await screen.findByRole('button', { name: 'Try again' }));

    await waitFor(() => expect(screen.getByText('Yesterday: 0')).toBeVisible());
  });

  test('offers to add a messaging service to an account without one', async () => {
    renderPage(<MessagesPlate />, {
      handlers: [reply(listServices, { ...servicesResponse, services: [], total: 0 })],
    });

    expect(await screen.findByRole('button', { name: 'Add messaging' })).toBeVisible();
  });
});
