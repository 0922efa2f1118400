import { describe, expect, test } from '@jest/globals';
import { getStats } from '@portal/contract/stats';
import {
  problem,
  renderPage,
  reply,
  type SentRequest,
  sentTo,
  voicingStatsResponse,
} from '@portal/shared/testing';
import { screen, waitFor, within } from '@testing-library/react';
import ReportPage from './report-page.tsx';

const [row] = voicingStatsResponse.items;

/** Figures with the groups of the request. */
function statsOf({ query }: SentRequest) {
  const group = query['filter'] ?? 'day';
  const values: Record<string, string> = {
    day: '2026-11-20',
    hour: '2026-11-20T08:00:00Z',
    country: 'de',
    result: 'busy',
  };
  const previous = { ...voicingStatsResponse.summary, calls_total: 1000, asr_percent: 58.1, cost: '180.00' };
  return {
    ...voicingStatsResponse,
    group_by: [group],
    items: [{ ...row!, key: { [group]: values[group] ?? 'other' } }],
    previous,
    order: query['order'] ?? `-${group}`,
  };
}

function renderReport({ search = '', handlers = [reply(getStats, statsOf)] } = {}) {
  return renderPage(<ReportPage />, { path: '/voicing/report', url: `/voicing/report${search}`, handlers });
}

describe('voicing report', () => {
  test('shows key figures with their earlier values, a chart and totals for this month by day', async () => {
    renderReport();

    const figures = await screen.findByRole('region', { name: 'Totals of the period' });
    expect(figures).toHaveTextContent('ASR60.9%Before: 58.1%');
    expect(figures).toHaveTextContent('Cost€217.88Before: €180.00');
    expect(await screen.findByRole('img', { name: 'Calls by hour' })).toBeVisible();
    const table = screen.getByRole('table', { name: 'Voicing marketing report' });
    const totals = within(table).getByRole('rowheader', { name: 'Total' }).closest('tr');
    expect(totals).toHaveTextContent('Total1,20473360.9%0:02:22');
    expect(sentTo(getStats).at(0)?.query).toEqual({ filter: 'day', limit: '25', offset: '0' });
  });

  test('shows hours without calls on the time axis', async () => {
    const { user } = renderReport();

    await user.click(await screen.findByRole('radio', { name: 'Table' }));

    const figure = screen.getByRole('figure', { name: 'Calls by hour' });
    const chart = within(figure).getByRole('table', { name: 'Calls by hour' });
    expect(within(chart).getByRole('columnheader', { name: 'Hour' })).toBeVisible();
    // The heading and 24 hours; the response has one of them.
    expect(within(chart).getAllByRole('row')).toHaveLength(25);
    expect(within(chart).getByRole('row', { name: '20/11/2026, 09:00 0 0' })).toBeVisible();
    expect(within(chart).getByRole('row', { name: '20/11/2026, 10:00 733 471' })).toBeVisible();
  });

  test('explains ASR with its formula', async () => {
    const { user } = renderReport();

    await user.click(await screen.findByRole('button', { name: 'About ASR' }));

    expect(screen.getByRole('tooltip')).toHaveTextContent('answered calls ÷ all calls × 100');
  });

  test('saves the group in the URL and clears an order by another group', async () => {
    const { user, location } = renderReport({ search: '?order=day' });

    await user.click(await screen.findByRole('button', { name: /^Group by/ }));
    await user.click(await screen.findByRole('option', { name: 'Country' }));

    await waitFor(() => expect(location().search).toBe('?filter=country'));
    expect(await screen.findByRole('row', { name: /Germany/ })).toBeVisible();
  });

  test('links a row to exactly its calls in the history', async () => {
    renderReport({ search: '?filter=country' });

    const row = within(await screen.findByRole('row', { name: /Germany/ }));

    const days = '/voicing/cdr?start_date=2026-11-20&end_date=2026-11-20';
    expect(row.getByRole('link', { name: 'Calls: 1,204, show in the history' })).toHaveAttribute(
      'href',
      `${days}&country=de`,
    );
    expect(row.getByRole('link', { name: /^Answered calls: 733/ })).toHaveAttribute(
      'href',
      `${days}&country=de&duration_from=1`,
    );
  });

  test('links an hour and a destination to exactly their calls', async () => {
    const { user } = renderReport({ search: '?filter=hour' });
    const hour = within(await screen.findByRole('row', { name: /^20\/11\/2026, 10:00/ }));
    expect(hour.getByRole('link', { name: /^Calls: 1,204/ }).getAttribute('href')).toContain(
      'start_time=2026-11-20T08%3A00%3A00.000Z&end_time=2026-11-20T09%3A00%3A00.000Z',
    );

    await user.click(screen.getByRole('button', { name: /^Group by/ }));
    await user.click(await screen.findByRole('option', { name: 'Destination' }));
    const destination = within(await screen.findByRole('row', { name: /^other/ }));
    expect(destination.getByRole('link', { name: /^Calls: 1,204/ }).getAttribute('href')).toMatch(
      /&destination=other$/,
    );
  });

  test('links totals to the calls of the period', async () => {
    renderReport();

    const links = await screen.findAllByRole('link', { name: /^Answered calls: 733/ });

    // The key figure, the row and the total.
    expect(links.map((link) => link.getAttribute('href'))).toEqual(
      Array(3).fill('/voicing/cdr?start_date=2026-11-20&end_date=2026-11-20&duration_from=1'),
    );
  });

  test('requests the rows sorted by cost', async () => {
    const { user, location } = renderReport();

    await user.click(await screen.findByRole('button', { name: 'Cost' }));

    await waitFor(() => expect(location().search).toBe('?order=-cost'));
    await waitFor(() => expect(sentTo(getStats).some(({ query }) => query['order'] === '-cost')).toBe(true));
  });

  test('offers this month when another period has no calls', async () => {
    const summary = { ...voicingStatsResponse.summary, calls_total: 0, calls_answered: 0 };
    const empty = { ...voicingStatsResponse, items: [], total: 0, summary };
    const { user, location } = renderReport({
      search: '?start_date=2026-01-01&end_date=2026-01-02',
      handlers: [reply(getStats, empty)],
    });

    await user.click(await screen.findByRole('button', { name: 'Back to this month' }));

    await waitFor(() => expect(location().search).toBe(''));
  });

  test('shows why a load failed and loads again on request', async () => {
    let isDown = true;
    const handler = reply(getStats, (request) => (isDown ? problem('range_too_long') : statsOf(request)));
    const { user } = renderReport({ handlers: [handler] });

    expect(await screen.findByRole('alert')).toBeVisible();
    isDown = false;
    await user.click(screen.getByRole('button', { name: 'Try again' }));

    expect(await screen.findByRole('table', { name: 'Voicing marketing report' })).toBeVisible();
  });
});

test('says that older calls have been deleted when the period begins before', async () => {
  const period = { ...voicingStatsResponse.period, deleted_before: '2025-10-21T00:00:00Z' };
  renderReport({ handlers: [reply(getStats, { ...voicingStatsResponse, period })] });
  expect(
    await screen.findByText(
      /^Calls and messages are deleted after 13 months\. Those from before 21\/10\/2025/,
    ),
  ).toBeVisible();
});

test('says nothing of deleted calls when the period has all of them', async () => {
  renderReport({ handlers: [reply(getStats, voicingStatsResponse)] });
  await screen.findByRole('table');
  expect(screen.queryByText(/are deleted after 13 months/)).toBeNull();
});
