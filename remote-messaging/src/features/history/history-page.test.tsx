import { describe, expect, test } from '@jest/globals';
import { getMessage, getMessageTotals } from '@portal/contract/messages';
import { listSavedViews } from '@portal/contract/saved-views';
import { listServiceCountries } from '@portal/contract/service-countries';
import { getStats } from '@portal/contract/stats';
import {
  messageResponse,
  messagesResponse,
  messageTotalsResponse,
  noSavedViews,
  problem,
  type Reply,
  renderPage,
  reply,
  sentTo,
} from '@portal/shared/testing';
import { screen, waitFor, within } from '@testing-library/react';
import HistoryPage from './history-page.tsx';

const noMessages = { ...messagesResponse, items: [], total: 0 };

interface Rendered {
  search?: string;
  handlers?: ReturnType<typeof reply>[];
  byId?: Reply<typeof getMessage>;
}

function renderHistory(rendered: Rendered = {}) {
  const { search = '', handlers = [reply(getStats, messagesResponse)], byId = messageResponse } = rendered;
  return renderPage(<HistoryPage />, {
    path: '/messaging/history',
    url: `/messaging/history${search}`,
    // The last one's path matches that of the totals.
    handlers: [
      ...handlers,
      reply(listSavedViews, noSavedViews),
      reply(listServiceCountries),
      reply(getMessageTotals),
      reply(getMessage, byId),
    ],
  });
}

describe('messaging history', () => {
  test('shows the columns of the address', async () => {
    renderHistory({ search: '?columns=error,recipient,channel' });
    await screen.findByRole('row', { name: /\+37255512345/ });
    const headers = screen.getAllByRole('columnheader').map(({ textContent }) => textContent);
    expect(headers.slice(0, 3)).toEqual(['Error', 'To', 'Channel']);
    expect(sentTo(getStats)[0]?.query).not.toHaveProperty('columns');
  });

  test('lists the messages of the last 24 hours in account time', async () => {
    renderHistory();

    const row = await screen.findByRole('row', { name: /\+37255512345/ });

    expect(row).toHaveTextContent('21/11/2026, 08:58:12');
    expect(row).toHaveTextContent('Outgoing');
    expect(row).toHaveTextContent('DALAT');
    expect(row).toHaveTextContent('EstoniaTelia');
    expect(row).toHaveTextContent('Delivered');
    expect(row).toHaveTextContent('€0.078');
    expect((await screen.findByText('1 message')).closest('[role="status"]')).toBeVisible();
    expect(sentTo(getStats).at(0)?.params).toEqual({ service_id: 'svc_ms_41TP' });
    expect(sentTo(getStats).at(0)?.query).toEqual({
      order: '-created',
      limit: '25',
      offset: '0',
      totals: 'none',
    });
  });

  test('shows the totals of all messages that match the filters', async () => {
    renderHistory();

    const totals = await screen.findByRole('region', { name: 'Totals of the selection' });

    expect(totals).toHaveTextContent('Messages1');
    expect(totals).toHaveTextContent('Parts2');
    expect(totals).toHaveTextContent('100%1 delivered');
    expect(totals).toHaveTextContent('Cost€0.078');
  });

  test('searches after a pause and sends a plus sign encoded', async () => {
    const { user, location } = renderHistory();
    await screen.findByRole('row', { name: /\+37255512345/ });

    await user.type(screen.getByRole('searchbox', { name: 'Search messages' }), '+372 555');

    await waitFor(() => expect(location().search).toBe('?filter=%2B372+555'));
    await waitFor(() => expect(sentTo(getStats).at(-1)?.query['filter']).toBe('+372 555'));
  });

  test('replaces statuses in the filter with their group', async () => {
    const { user, location } = renderHistory({ search: '?status=queued,read' });

    await user.click(await screen.findByRole('button', { name: 'Status Queued, Read' }));
    await user.click(await screen.findByRole('option', { name: /^Pending/ }));

    await waitFor(() => expect(location().search).toBe('?status=pending%2Cread'));
    await waitFor(() => expect(sentTo(getStats).at(-1)?.query['status']).toBe('pending,read'));
    expect(screen.getByRole('button', { name: 'Status Pending, Read', hidden: true })).toBeInTheDocument();
  });

  test('filters messages and their export by a country of the service', async () => {
    const { user, location } = renderHistory();

    await user.click(await screen.findByRole('button', { name: 'Country Any country' }));
    await user.click(await screen.findByRole('option', { name: /Estonia/ }));

    await waitFor(() => expect(location().search).toBe('?country=ee'));
    await waitFor(() => expect(sentTo(getStats).at(-1)?.query['country']).toBe('ee'));
    expect(screen.getByRole('button', { name: 'Country Estonia', hidden: true })).toBeInTheDocument();
    expect(screen.getByRole('link', { name: 'Export: CSV', hidden: true })).toHaveAttribute(
      'href',
      expect.stringContaining('country=ee'),
    );
  });

  test('shows the country of a report’s link in the filter, and clears it', async () => {
    const { user, location } = renderHistory({ search: '?country=ee&operator=Telia' });

    await screen.findByRole('button', { name: 'Country Estonia' });
    await user.click(await screen.findByRole('button', { name: 'Clear' }));

    await waitFor(() => expect(location().search).toBe('?operator=Telia'));
    await waitFor(() => expect(sentTo(getStats).at(-1)?.query).not.toHaveProperty('country'));
  });

  test('filters by a period', async () => {
    const { user, location } = renderHistory();

    await user.click(await screen.findByRole('button', { name: 'Period Last 24 hours' }));
    await user.click(await screen.findByRole('option', { name: 'Last 7 days' }));

    await waitFor(() => expect(location().search).toMatch(/^\?start_date=[\d-]{10}&end_date=[\d-]{10}$/));
    await waitFor(() => expect(sentTo(getStats).at(-1)?.query).toHaveProperty('start_date'));
  });

  test('names the filters of a report’s link that no field shows, and removes one', async () => {
    const search = '?country=ee&operator=Telia&sender=DALAT&without=campaign';
    const { user, location } = renderHistory({ search });

    const chosen = within(await screen.findByRole('group', { name: 'Further filters' }));
    expect(chosen.getAllByRole('button').map((button) => button.textContent)).toEqual([
      'Network: Telia',
      'From: DALAT',
      'Campaign: none',
    ]);
    await user.click(chosen.getByRole('button', { name: 'Remove the filter “Network: Telia”' }));

    await waitFor(() => expect(location().search).not.toContain('operator'));
    await waitFor(() => expect(sentTo(getStats).at(-1)?.query).not.toHaveProperty('operator'));
    expect(sentTo(getStats).at(-1)?.query).toMatchObject({ sender: 'DALAT', without: 'campaign' });
  });

  test('filters by error codes, several with commas, and explains those that it knows', async () => {
    const { user, location } = renderHistory({ search: '?error_code=EC_ABSENT_SUBSCRIBER' });
    const field = await screen.findByRole('textbox', { name: 'Error code' });
    expect(field).toHaveValue('EC_ABSENT_SUBSCRIBER');
    expect(field).toHaveAccessibleDescription('Phone switched off or out of reach');
    await user.clear(field);
    await user.type(field, '0x0B, EC_ABSENT_SUBSCRIBER,');
    await waitFor(() =>
      expect(sentTo(getStats).at(-1)?.query['error_code']).toBe('0x0B,EC_ABSENT_SUBSCRIBER'),
    );
    expect(field).toHaveValue('0x0B, EC_ABSENT_SUBSCRIBER,');
    expect(field).toHaveAccessibleDescription('0x0B, Phone switched off or out of reach');
    await user.clear(field);
    await waitFor(() => expect(location().search).toBe(''));
  });

  test('saves the order in the URL', async () => {
    const { user, location } = renderHistory();

    await user.click(await screen.findByRole('button', { name: 'Price' }));

    await waitFor(() => expect(location().search).toBe('?order=-price'));
    expect(screen.getByRole('columnheader', { name: 'Price' })).toHaveAttribute('aria-sort', 'descending');
  });

  test('says that there are more messages than are counted', async () => {
    const handlers = [
      reply(getStats, { ...messagesResponse, total: null, has_more: true }),
      reply(getMessageTotals, { ...messageTotalsResponse, total: 10_000, is_exact: false, summary: null }),
    ];
    renderHistory({ search: '?filter=372', handlers });

    expect(await screen.findByText('10,000+ messages')).toBeVisible();
    expect(screen.getByText(/^More than 10,000 messages match/)).toBeVisible();
  });

  test('opens a message that the page of the list does not have', async () => {
    const handlers = [reply(getStats, noMessages)];
    renderHistory({ search: '?row=msg_01JD9A2B', handlers });

    const drawer = await screen.findByRole('dialog', { name: 'Message details' });
    expect(await within(drawer).findByText('DALAT')).toBeVisible();
    expect(sentTo(getMessage).map(({ params }) => params['message_id'])).toContain('msg_01JD9A2B');
  });

  test('reports a message in the URL that does not exist, or not in this account', async () => {
    renderHistory({ search: '?row=msg_gone', byId: problem('not_found') });

    expect(await screen.findByText('This message cannot be found')).toBeVisible();
  });

  test('saves the page in the URL', async () => {
    const first = reply(getStats, ({ query }) => {
      const offset = Number(query['offset']);
      return { ...messagesResponse, total: 26, offset, has_more: offset === 0 };
    });
    const { user, location } = renderHistory({ handlers: [first] });

    await user.click(await screen.findByRole('button', { name: /Next/ }));

    await waitFor(() => expect(location().search).toBe('?offset=25'));
  });

  test('says how far a rare filter was searched for, and goes on as often as it is asked', async () => {
    const parts = reply(getStats, ({ query }) => {
      const part = Number(query['cursor'] ?? 0);
      const searched = {
        start_utc: `2026-0${6 - part}-01T00:00:00Z`,
        end_utc: `2026-0${7 - part}-01T00:00:00Z`,
        cursor: String(part + 1),
      };
      const offset = Number(query['offset']);
      const period = { ...messagesResponse.period, end_utc: '2026-07-01T00:00:00Z' };
      const found = { ...messagesResponse, period, total: null, offset, has_more: true };
      return { ...found, next_cursor: searched.cursor, previous_cursor: 'before', searched };
    });
    const { user, location } = renderHistory({ search: '?status=failed', handlers: [parts] });

    const go = await screen.findByRole('button', { name: 'Continue searching' });
    expect(screen.getByText(/^Searched so far: 01\/06\/2026.* – 01\/07\/2026/)).toBeVisible();
    await user.click(go);
    expect(await screen.findByText(/^Searched so far: 01\/05\/2026.* – 01\/07\/2026/)).toBeVisible();
    expect(location().search).toBe('?status=failed&offset=1&cursor=1');
    expect(go).toHaveFocus();
    await user.click(go);
    await waitFor(() => expect(location().search).toBe('?status=failed&offset=2&cursor=2'));
    expect(sentTo(getStats).at(-1)?.query).toMatchObject({ status: 'failed', cursor: '2' });
  });

  test('offers the last 30 days when the last 24 hours are empty', async () => {
    const { user, location } = renderHistory({ handlers: [reply(getStats, noMessages)] });

    await user.click(await screen.findByRole('button', { name: 'Show the last 30 days' }));

    await waitFor(() => expect(location().search).toMatch(/^\?start_date=.+&end_date=.+$/));
  });

  test('offers to reset filters that match no messages', async () => {
    const handlers = [reply(getStats, noMessages)];
    const { user, location } = renderHistory({ search: '?status=failed&filter=x', handlers });

    expect(await screen.findByText('No messages match these filters')).toBeVisible();
    await user.click(screen.getAllByRole('button', { name: 'Reset filters' }).at(-1)!);

    await waitFor(() => expect(location().search).toBe(''));
    expect(screen.getByRole('searchbox', { name: 'Search messages' })).toHaveValue('');
  });

  test('shows why a load failed and loads again on request', async () => {
    let attempts = 0;
    const handler = reply(getStats, () => {
      attempts += 1;
      return attempts === 1 ? problem('range_too_long') : messagesResponse;
    });
    const { user } = renderHistory({ handlers: [handler] });

    expect(await screen.findByRole('alert')).toHaveTextContent('req_01TEST');
    await user.click(screen.getByRole('button', { name: 'Try again' }));

    expect(await screen.findByRole('row', { name: /\+37255512345/ })).toBeVisible();
  });
});

test('says that older messages have been deleted when the period begins before', async () => {
  const period = { ...messagesResponse.period, deleted_before: '2025-10-21T00:00:00Z' };
  renderHistory({ handlers: [reply(getStats, { ...messagesResponse, period })] });
  expect(
    await screen.findByText(/are deleted after 13 months\. Those from before 21\/10\/2025/),
  ).toBeVisible();
});
