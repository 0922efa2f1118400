import { expect, test } from '@jest/globals';
import { listExports } from '@portal/contract/background-exports';
import { getCallTotals, listCdrs } from '@portal/contract/cdr';
import { listSavedViews } from '@portal/contract/saved-views';
import { listServiceCountries } from '@portal/contract/service-countries';
import { cdrsResponse, noSavedViews, problem, renderPage, reply, sentTo } from '@portal/shared/testing';
import { screen } from '@testing-library/react';
import CdrPage from './cdr-page.tsx';

test('says how far a rare filter was searched for, and goes on with the same filter', async () => {
  const searched = { start_utc: '2026-10-01T09:00:00Z', end_utc: '2026-11-21T22:00:00Z', cursor: 'next' };
  const page = reply(listCdrs, ({ query }) =>
    query['cursor'] === undefined
      ? { ...cdrsResponse, items: [], total: null, has_more: true, next_cursor: 'next', searched }
      : { ...cdrsResponse, total: null, offset: Number(query['offset']) },
  );
  const { user, location } = renderPage(<CdrPage />, {
    path: '/voicing/cdr',
    url: '/voicing/cdr?duration_from=3600&start_date=2026-01-01&end_date=2026-11-21',
    handlers: [
      page,
      reply(getCallTotals, problem('maintenance')),
      reply(listExports),
      reply(listServiceCountries),
      reply(listSavedViews, noSavedViews),
    ],
  });

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
