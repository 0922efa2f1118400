import { expect, test } from '@jest/globals';
import { listExports } from '@portal/contract/background-exports';
import { getCallTotals, listCdrs } from '@portal/contract/cdr';
import { listSavedViews } from '@portal/contract/saved-views';
import { listServiceCountries } from '@portal/contract/service-countries';
import {
  callTotalsResponse,
  cdrsResponse,
  noSavedViews,
  problem,
  renderPage,
  reply,
  sentTo,
} from '@portal/shared/testing';
import { screen, waitFor } from '@testing-library/react';
import CdrPage from './cdr-page.tsx';

const period = { ...cdrsResponse.period, start_utc: '2026-01-01T00:00:00Z', end_utc: '2026-11-21T22:00:00Z' };

/** Calls of a filter by duration, whose totals are known or not. */
function show(
  page: ReturnType<typeof reply>,
  totals = reply(getCallTotals, problem('maintenance')),
  place = '',
) {
  return renderPage(<CdrPage />, {
    path: '/voicing/cdr',
    url: `/voicing/cdr?duration_from=3600&start_date=2026-01-01&end_date=2026-11-21${place}`,
    handlers: [
      page,
      totals,
      reply(listExports),
      reply(listServiceCountries),
      reply(listSavedViews, noSavedViews),
    ],
  });
}

test('says how far a rare filter was searched for, and goes on with the same filter', async () => {
  const searched = { start_utc: '2026-10-01T09:00:00Z', end_utc: '2026-11-21T22:00:00Z', cursor: 'next' };
  const page = reply(listCdrs, ({ query }) =>
    query['cursor'] === undefined
      ? { ...cdrsResponse, period, items: [], total: null, has_more: true, next_cursor: 'next', searched }
      : { ...cdrsResponse, total: null, offset: Number(query['offset']) },
  );
  const { user, location } = show(page);

  const text = await screen.findByText(/^Searched so far: 01\/10\/2026, 12:00 – 22\/11\/2026, 00:00\./);
  expect(text.closest('[role="status"]')).toBeVisible();
  expect(screen.getByText('Nothing found so far')).toBeVisible();
  expect(screen.queryByText('No calls match')).not.toBeInTheDocument();
  const go = screen.getByRole('button', { name: 'Continue searching' });
  await user.click(go);

  expect(await screen.findByRole('row', { name: /\+493023125101/ })).toBeVisible();
  expect(sentTo(listCdrs).at(-1)?.query).toMatchObject({
    duration_from: '3600',
    start_date: '2026-01-01',
    cursor: 'next',
  });
  expect(new URLSearchParams(location().search).get('cursor')).toBe('next');
  expect(go).not.toBeInTheDocument();
});

test('says of a part without calls that the others were found in other parts', async () => {
  const ends = ['2026-11-13T22:00:00Z', '2026-11-05T22:00:00Z'];
  const page = reply(listCdrs, ({ query }) => {
    const part = Number(query['cursor'] ?? 0);
    const end = ends[part];
    const cursor = String(part + 1);
    const searched = end ? { start_utc: end, end_utc: ends[part - 1] ?? period.end_utc, cursor } : null;
    return {
      ...cdrsResponse,
      period,
      items: part === 0 ? cdrsResponse.items : [],
      total: null,
      offset: Number(query['offset']),
      has_more: searched !== null,
      next_cursor: searched && cursor,
      previous_cursor: part === 0 ? null : `before-${part}`,
      searched,
    };
  });
  const { user } = show(page, reply(getCallTotals, { ...callTotalsResponse, total: 5 }));

  const go = await screen.findByRole('button', { name: 'Continue searching' });
  expect(screen.getByText(/^Searched so far: 14\/11\/2026, 00:00 – 22\/11\/2026, 00:00\./)).toBeVisible();
  await user.click(go);

  expect(await screen.findByText('Nothing found in this part')).toBeVisible();
  expect(screen.getByText(/^Searched so far: 06\/11\/2026, 00:00 – 22\/11\/2026, 00:00\./)).toBeVisible();
  expect(await screen.findByText('5 calls')).toBeVisible();
  expect(screen.queryByText(/of 5$/)).not.toBeInTheDocument();
  await user.click(go);

  await waitFor(() => expect(go).not.toBeInTheDocument());
  expect(screen.getByText('Nothing found in this part')).toBeVisible();
  expect(screen.queryByText('No calls match these filters')).not.toBeInTheDocument();
  expect(screen.queryByText('Nothing found so far')).not.toBeInTheDocument();
  expect(screen.queryByText(/of 5$/)).not.toBeInTheDocument();
});

test('says of a part that was reached by going back what was searched in it, and numbers no rows', async () => {
  const searched = { start_utc: '2026-10-01T09:00:00Z', end_utc: '2026-10-09T09:00:00Z', cursor: 'before' };
  const page = reply(listCdrs, ({ query }) => ({
    ...cdrsResponse,
    period,
    total: null,
    offset: Number(query['offset']),
    has_more: true,
    next_cursor: 'after',
    previous_cursor: 'before',
    searched,
  }));
  const totals = reply(getCallTotals, { ...callTotalsResponse, total: 60 });
  const { user, location } = show(page, totals, '&offset=30&cursor=back');

  await user.click(await screen.findByRole('button', { name: 'Continue searching' }));
  // The rows found so far end where the page after them begins.
  const offset = 30 - cdrsResponse.items.length;
  await waitFor(() => expect(location().search).toMatch(`&offset=${offset}&cursor=before`));
  expect(screen.getByRole('navigation', { name: 'Pages' })).toBeVisible();
  expect(await screen.findByText('60 calls')).toBeVisible();
  expect(
    screen.getByText(/^Searched in this part: 01\/10\/2026, 12:00 – 09\/10\/2026, 12:00\./),
  ).toBeVisible();
  expect(screen.queryByText(/of 60$/)).not.toBeInTheDocument();
});
