import { describe, expect, test } from '@jest/globals';
import { getMessagingReport } from '@portal/contract/messaging-report';
import {
  messagingReportResponse,
  problem,
  type Reply,
  renderPage,
  reply,
  sentTo,
} from '@portal/shared/testing';
import { screen, waitFor, within } from '@testing-library/react';
import ReportPage from './report-page.tsx';

const summary = {
  ...messagingReportResponse.summary,
  sent: 998,
  undelivered: 30,
  expired: 10,
  rejected: 6,
  failed: 4,
  pending: 10,
  avg_price_per_part: '0.039',
};
const full = {
  ...messagingReportResponse,
  summary,
  /** Half as many messages, with a lower delivery rate. */
  previous: { ...summary, messages: 500, sent: 500, delivered: 400, delivery_rate_percent: 81.2 },
};

function renderReport({
  search = '',
  given,
}: {
  search?: string;
  given?: Reply<typeof getMessagingReport>;
} = {}) {
  return renderPage(<ReportPage />, {
    path: '/messaging/report',
    url: `/messaging/report${search}`,
    handlers: [reply(getMessagingReport, given ?? full)],
  });
}

describe('messaging report', () => {
  test('shows rows and totals for this month by country and network', async () => {
    renderReport();

    const row = await screen.findByRole('row', { name: /Telia/ });

    expect(row).toHaveTextContent('Estonia');
    expect(row).toHaveTextContent('94.9%');
    expect(row).toHaveTextContent('€46.02');
    expect(row).toHaveTextContent('Absent subscriber: 21');
    expect(screen.getByRole('row', { name: /^Total/ })).toHaveTextContent('Total1,00094094.9%501,180€46.02');
    expect(screen.getByRole('img', { name: 'Messages by day' })).toBeInTheDocument();
    expect(sentTo(getMessagingReport).at(0)?.query).toEqual({
      group_by: 'country,operator',
      limit: '100',
      offset: '0',
    });
  });

  test('explains the delivery rate and shows its earlier value', async () => {
    const { user } = renderReport();

    const totals = await screen.findByRole('region', { name: 'Totals of the period' });
    expect(totals).toHaveTextContent('Sent998');
    expect(totals).toHaveTextContent('Not delivered50');
    expect(totals).toHaveTextContent('Price per part€0.039');
    expect(totals).toHaveTextContent('Before: 81.2%');

    await user.click(within(totals).getByRole('button', { name: 'About Delivery rate' }));

    expect(screen.getByRole('tooltip', { hidden: true })).toHaveTextContent('here 940 ÷ (1,000 − 10)');
  });

  test('links totals to their messages in the history', async () => {
    renderReport();

    const links = await screen.findAllByRole('link', { name: /^Messages that were not delivered: 50/ });

    expect(links[0]).toHaveAttribute(
      'href',
      '/messaging/history?start_date=2026-11-01&end_date=2026-11-20&status=undelivered%2Cexpired%2Crejected%2Cfailed',
    );
    expect(screen.getAllByRole('link', { name: /^Delivered messages: 940/ }).at(-1)).toHaveAttribute(
      'href',
      '/messaging/history?start_date=2026-11-01&end_date=2026-11-20&status=delivered',
    );
  });

  test('links messages to those that were sent, without received ones', async () => {
    renderReport();

    const row = within(await screen.findByRole('row', { name: /Telia/ }));

    expect(row.getByRole('link', { name: /^Messages: 1,000/ }).getAttribute('href')).toContain(
      'status=pending%2Cdelivered%2Cundelivered%2Cexpired%2Crejected%2Cfailed&country=ee&operator=Telia',
    );
  });

  test('opens a row with its outcomes, errors and costs', async () => {
    const { user, location } = renderReport();

    await user.click(await screen.findByRole('button', { name: 'Details of Estonia → Telia' }));

    const drawer = await screen.findByRole('dialog', { name: 'Estonia → Telia' });
    expect(location().search).toBe('?row=ee%7ETelia');
    expect(drawer).toHaveTextContent('Delivered940 (94%)');
    expect(drawer).toHaveTextContent('Expired10 (1%)');
    expect(drawer).toHaveTextContent('Absent subscriber (EC_ABSENT_SUBSCRIBER)21');
    expect(within(drawer).getByRole('link', { name: /^Messages with this error: 21/ })).toHaveAttribute(
      'href',
      '/messaging/history?start_date=2026-11-01&end_date=2026-11-20&country=ee&operator=Telia&error_code=EC_ABSENT_SUBSCRIBER',
    );
    expect(drawer).toHaveTextContent('Price per part€0.039');
    expect(drawer).toHaveTextContent('Median delivery time2.9s');
  });

  test('saves the group in the URL and clears an order by another group', async () => {
    const { user, location } = renderReport({ search: '?order=country' });

    await user.click(await screen.findByRole('button', { name: 'Group by Country → Network' }));
    await user.click(await screen.findByRole('option', { name: 'Sender' }));

    await waitFor(() => expect(location().search).toBe('?group_by=sender'));
    await waitFor(() => expect(sentTo(getMessagingReport).at(-1)?.query['group_by']).toBe('sender'));
  });

  test('saves the order in the URL', async () => {
    const { user, location } = renderReport();

    await user.click(await screen.findByRole('button', { name: 'Spend' }));

    await waitFor(() => expect(location().search).toBe('?order=-cost'));
  });

  test('offers last month when this month is empty', async () => {
    const given = { ...full, items: [], total: 0, summary: { ...full.summary, messages: 0 } };
    const { user, location } = renderReport({ given: () => given });

    await user.click(await screen.findByRole('button', { name: 'Show last month' }));

    await waitFor(() => expect(location().search).toMatch(/^\?start_date=.+&end_date=.+$/));
  });

  test('shows why a load failed and loads again on request', async () => {
    let attempts = 0;
    const given: Reply<typeof getMessagingReport> = () => {
      attempts += 1;
      return attempts === 1 ? problem('range_too_long') : full;
    };
    const { user } = renderReport({ given });

    expect(await screen.findByRole('alert')).toBeVisible();
    await user.click(screen.getByRole('button', { name: 'Try again' }));

    expect(await screen.findByRole('row', { name: /Telia/ })).toBeVisible();
  });
});

test('says that older messages have been deleted when the period begins before', async () => {
  const period = { ...full.period, deleted_before: '2025-10-21T00:00:00Z' };
  renderReport({ given: { ...full, period } });
  expect(
    await screen.findByText(/are deleted after 13 months\. Those from before 21\/10\/2025/),
  ).toBeVisible();
});
