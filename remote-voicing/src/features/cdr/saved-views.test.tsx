import { describe, expect, test } from '@jest/globals';
import { getCallTotals, listCdrs } from '@portal/contract/cdr';
import {
  createSavedView,
  deleteSavedView,
  listSavedViews,
  type SavedView,
  updateHistoryColumns,
  updateSavedView,
} from '@portal/contract/saved-views';
import { listServiceCountries } from '@portal/contract/service-countries';
import {
  connectionLost,
  noSavedViews,
  problem,
  renderPage,
  reply,
  savedViewResponse,
  savedViewsResponse,
  sentTo,
} from '@portal/shared/testing';
import { act, screen, waitFor, within } from '@testing-library/react';
import CdrPage from './cdr-page.tsx';

const { view } = savedViewResponse;

function renderHistory({
  search = '',
  views = noSavedViews,
  handlers = [reply(listSavedViews, views)],
} = {}) {
  return renderPage(<CdrPage />, {
    path: '/voicing/cdr',
    url: `/voicing/cdr${search}`,
    handlers: [...handlers, reply(listCdrs), reply(getCallTotals), reply(listServiceCountries)],
  });
}

const headers = () =>
  screen
    .getAllByRole('columnheader')
    .map(({ textContent }) => textContent)
    .slice(0, -1);
const standard = ['Time', 'Direction', 'From', 'To', 'Destination', 'Duration', 'Result', 'Price'];

async function open(user: ReturnType<typeof renderPage>['user'], name: string) {
  // The row of a call, whichever columns it has.
  await screen.findByRole('button', { name: /^Open the call/ });
  await user.click(screen.getByRole('button', { name }));
  return within(await screen.findByRole('dialog', { name }));
}

describe('the columns of the call history', () => {
  test('are those that were chosen last, unless the address has others', async () => {
    const chosen = { ...noSavedViews, columns: { calls: ['price', 'later', 'started'], messages: null } };
    const { navigate } = renderHistory({ views: chosen });
    await waitFor(() => expect(headers()).toEqual(['Price', 'Time']));
    await act(() => navigate('/voicing/cdr?columns=number_to,sip_code'));
    await waitFor(() => expect(headers()).toEqual(['To', 'SIP response']));
    expect(sentTo(listCdrs).at(-1)?.query).not.toHaveProperty('columns');
  });

  test('are chosen and ordered by keyboard, stored, and taken back with the Back button', async () => {
    const { user, location, navigate } = renderHistory({
      search: '?offset=25',
      handlers: [reply(listSavedViews, noSavedViews), reply(updateHistoryColumns)],
    });
    const dialog = await open(user, 'Columns');
    for (const name of ['Direction', 'From', 'Destination', 'Duration', 'Result', 'Post-dial delay'])
      await user.click(await dialog.findByRole('checkbox', { name }));
    dialog.getByRole('button', { name: 'Move Price up' }).focus();
    for (let step = 0; step < 7; step += 1) await user.keyboard('{Enter}');
    expect(dialog.getByRole('button', { name: 'Move Price up' })).toHaveFocus();
    expect(dialog.getByText('Price is now in position 1.')).toBeInTheDocument();
    await user.keyboard('{Enter}');
    await user.click(dialog.getByRole('button', { name: 'Apply' }));

    await waitFor(() => expect(headers()).toEqual(['Price', 'Time', 'To', 'Post-dial delay']));
    expect(location().search).toBe('?offset=25&columns=price%2Cstarted%2Cnumber_to%2Cpdd_ms');
    await waitFor(() =>
      expect(sentTo(updateHistoryColumns)[0]?.body).toEqual({
        kind: 'calls',
        columns: ['price', 'started', 'number_to', 'pdd_ms'],
      }),
    );
    await act(() => navigate(-1));
    await waitFor(() => expect(headers()).toEqual(standard));
  });

  test('return to the standard ones; at least one must be shown', async () => {
    const { user } = renderHistory({
      search: '?columns=price',
      handlers: [
        reply(listSavedViews, noSavedViews),
        reply(updateHistoryColumns, { success: true, columns: null }),
      ],
    });
    const dialog = await open(user, 'Columns');
    await user.click(await dialog.findByRole('checkbox', { name: 'Price' }));
    expect(dialog.getByRole('alert')).toHaveTextContent('Choose at least one column.');
    expect(dialog.getByRole('button', { name: 'Apply' })).toBeDisabled();
    await user.click(dialog.getByRole('button', { name: 'Standard columns' }));
    await user.click(dialog.getByRole('button', { name: 'Apply' }));
    await waitFor(() => expect(headers()).toEqual(standard));
    expect(sentTo(updateHistoryColumns)[0]?.body).toEqual({ kind: 'calls', columns: null });
  });

  test('say why they could not be stored', async () => {
    const { user } = renderHistory({
      handlers: [reply(listSavedViews, noSavedViews), reply(updateHistoryColumns, problem('rate_limited'))],
    });
    const dialog = await open(user, 'Columns');
    await user.click(await dialog.findByRole('checkbox', { name: 'Price' }));
    await user.click(dialog.getByRole('button', { name: 'Apply' }));
    expect(await screen.findByText(/Too many attempts/)).toBeVisible();
    expect(headers()).toEqual(standard.slice(0, -1));
  });
});

describe('the saved views of the call history', () => {
  test('have the filters, the order and the columns of the list', async () => {
    const { user } = renderHistory({
      search:
        '?result=failed,busy&order=-price&offset=25&columns=price,started&start_date=2026-11-01&end_date=2026-11-07',
      handlers: [reply(listSavedViews, noSavedViews), reply(createSavedView)],
    });
    const dialog = await open(user, 'Saved views');
    expect(await dialog.findByText('You have no saved views yet.')).toBeVisible();
    await user.click(dialog.getByRole('button', { name: 'Save view' }));
    expect(dialog.getByText('Name is required')).toBeVisible();
    await user.type(dialog.getByRole('textbox', { name: 'Name' }), 'Failures{Enter}');
    expect(await screen.findByText('The view has been saved.')).toBeVisible();
    expect(sentTo(createSavedView)[0]?.body).toEqual({
      kind: 'calls',
      name: 'Failures',
      query: { result: 'failed,busy', order: '-price', start_date: '2026-11-01', end_date: '2026-11-07' },
      columns: ['price', 'started'],
    });
    await waitFor(() => expect(sentTo(listSavedViews)).toHaveLength(2));
  });

  test.each([
    [true, { period: 'last_7_days' }],
    [false, {}],
  ])('with a period that moves on with the days: %p', async (isMoving, period) => {
    const days = { start_date: dayBefore(6), end_date: dayBefore(0) };
    const { user } = renderHistory({
      search: `?${new URLSearchParams(days)}`,
      handlers: [reply(listSavedViews, noSavedViews), reply(createSavedView)],
    });
    const dialog = await open(user, 'Saved views');
    const box = await dialog.findByRole('checkbox', { name: /Period: Last 7 days/ });
    if (!isMoving) await user.click(box);
    await user.type(dialog.getByRole('textbox', { name: 'Name' }), 'Week{Enter}');
    await waitFor(() =>
      expect(sentTo(createSavedView)[0]?.body).toMatchObject({
        query: { ...days, order: '-started', ...period },
      }),
    );
  });

  test('are saved by the same key after a lost response, and by another one later', async () => {
    let isLost = true;
    const { user } = renderHistory({
      handlers: [
        reply(listSavedViews, noSavedViews),
        reply(createSavedView, () => (isLost ? connectionLost : savedViewResponse)),
      ],
    });
    const keys = () => sentTo(createSavedView).map(({ headers: sent }) => sent.get('Idempotency-Key'));
    const dialog = await open(user, 'Saved views');
    const name = () => dialog.getByRole('textbox', { name: 'Name' });
    await user.type(await dialog.findByRole('textbox', { name: 'Name' }), 'Failures{Enter}');
    await dialog.findByRole('alert', {}, { timeout: 5000 });
    // The view may be in the list.
    await waitFor(() => expect(sentTo(listSavedViews).length).toBeGreaterThan(1));
    isLost = false;
    await user.type(name(), '{Enter}');
    expect(await screen.findByText('The view has been saved.')).toBeVisible();
    expect(keys()).toHaveLength(3);
    expect(new Set(keys()).size).toBe(1);
    // It may have been deleted meanwhile.
    await user.type(name(), 'Failures{Enter}');
    await waitFor(() => expect(keys()).toHaveLength(4));
    expect(new Set(keys()).size).toBe(2);
  });

  const taken = [{ field: 'name', code: 'view_name_taken' }];
  test.each([
    ['name', problem('validation_failed', { errors: taken }), /already have a view with this name/],
    ['number', problem('too_many_views', { params: { max: 50 } }), /already have 50 saved views/],
  ])('say why one is refused because of its %s', async (_reason, refusal, text) => {
    const { user } = renderHistory({
      handlers: [reply(listSavedViews, noSavedViews), reply(createSavedView, refusal)],
    });
    const dialog = await open(user, 'Saved views');
    await user.type(await dialog.findByRole('textbox', { name: 'Name' }), 'Failures{Enter}');
    expect(await dialog.findByText(text)).toBeVisible();
    expect(dialog.getByRole('textbox', { name: 'Name' })).toHaveValue('Failures');
  });

  test('are opened with the period as of today, and undone with the Back button', async () => {
    const { user, location, navigate } = renderHistory({ views: savedViewsResponse });
    const dialog = await open(user, 'Saved views');
    await user.click(await dialog.findByRole('link', { name: view.name }));
    await waitFor(() => expect(headers()).toEqual(['Time', 'To', 'SIP response', 'Price']));
    expect(Object.fromEntries(new URLSearchParams(location().search))).toEqual({
      country: 'de',
      result: 'failed,congestion',
      order: '-price',
      start_date: dayBefore(6),
      end_date: dayBefore(0),
      columns: 'started,number_to,sip_code,price',
    });
    expect(screen.queryByRole('dialog')).not.toBeInTheDocument();
    const again = await open(user, 'Saved views');
    expect(await again.findByRole('link', { name: view.name })).toHaveAttribute('aria-current', 'true');
    await user.keyboard('{Escape}');
    await act(() => navigate(-1));
    await waitFor(() => expect(location().search).toBe(''));
  });

  test('are renamed, replaced and deleted', async () => {
    const stored: { views: SavedView[] } = { views: [view] };
    const renamed = { ...view, name: 'Failures' };
    const { user } = renderHistory({
      handlers: [
        reply(listSavedViews, () => ({ ...savedViewsResponse, views: stored.views })),
        reply(updateSavedView, () => {
          stored.views = [renamed];
          return { ...savedViewResponse, view: renamed };
        }),
        reply(deleteSavedView, () => {
          stored.views = [];
          return { success: true, view_id: view.view_id };
        }),
      ],
    });
    const dialog = await open(user, 'Saved views');
    const choose = async (name: string, action: string) => {
      await user.click(await dialog.findByRole('button', { name: `Actions for “${name}”` }));
      await user.click(await screen.findByRole('menuitem', { name: action }));
    };

    await choose(view.name, 'Rename');
    const name = within(await dialog.findByRole('form', { name: 'Rename' })).getByRole('textbox');
    await user.clear(name);
    await user.type(name, 'Failures{Enter}');
    expect(await screen.findByText('The view has been renamed.')).toBeVisible();
    await waitFor(() => expect(dialog.getByRole('link', { name: 'Failures' })).toHaveFocus());
    const { kind, query, columns } = view;
    expect(sentTo(updateSavedView)[0]).toMatchObject({
      params: { view_id: view.view_id },
      body: { kind, name: 'Failures', query, columns },
    });

    await choose('Failures', 'Replace');
    const question = within(await screen.findByRole('alertdialog', { name: 'Replace the view?' }));
    await user.click(question.getByRole('button', { name: 'Replace' }));
    expect(await screen.findByText('The view has been replaced.')).toBeVisible();
    expect(sentTo(updateSavedView)[1]?.body).toMatchObject({
      name: 'Failures',
      query: { order: '-started' },
    });

    await choose('Failures', 'Delete');
    const last = within(await screen.findByRole('alertdialog', { name: 'Delete the view?' }));
    await user.click(last.getByRole('button', { name: 'Delete' }));
    expect(await screen.findByText('The view has been deleted.')).toBeVisible();
    expect(await dialog.findByText('You have no saved views yet.')).toBeVisible();
    await waitFor(() => expect(dialog.getByRole('group', { name: 'Saved views' })).toHaveFocus());
  });

  test('move on with the days, also after they are replaced', async () => {
    const days = { start_date: dayBefore(6), end_date: dayBefore(0) };
    const { user } = renderHistory({
      search: `?${new URLSearchParams({ ...days, result: 'busy' })}`,
      handlers: [reply(listSavedViews, savedViewsResponse), reply(updateSavedView)],
    });
    const dialog = await open(user, 'Saved views');
    await user.click(await dialog.findByRole('button', { name: `Actions for “${view.name}”` }));
    await user.click(await screen.findByRole('menuitem', { name: 'Replace' }));
    const question = within(await screen.findByRole('alertdialog', { name: 'Replace the view?' }));
    await user.click(question.getByRole('button', { name: 'Replace' }));
    expect(await screen.findByText('The view has been replaced.')).toBeVisible();
    expect(sentTo(updateSavedView)[0]?.body).toMatchObject({
      query: { ...days, result: 'busy', period: 'last_7_days' },
    });
  });

  test('leave the list when they are deleted, also if the response is lost', async () => {
    const stored: { views: SavedView[] } = { views: [view] };
    const { user } = renderHistory({
      handlers: [
        reply(listSavedViews, () => ({ ...savedViewsResponse, views: stored.views })),
        reply(deleteSavedView, () => {
          stored.views = [];
          return connectionLost;
        }),
      ],
    });
    const dialog = await open(user, 'Saved views');
    await user.click(await dialog.findByRole('button', { name: `Actions for “${view.name}”` }));
    await user.click(await screen.findByRole('menuitem', { name: 'Delete' }));
    const question = within(await screen.findByRole('alertdialog', { name: 'Delete the view?' }));
    await user.click(question.getByRole('button', { name: 'Delete' }));
    expect(await dialog.findByText('You have no saved views yet.', {}, { timeout: 10_000 })).toBeVisible();
  });
});

/** A day before today in the account's time zone. */
function dayBefore(days: number): string {
  const today = new Intl.DateTimeFormat('sv', { timeZone: 'Europe/Tallinn' }).format(new Date());
  return new Date(Date.parse(today) - days * 86_400_000).toISOString().slice(0, 10);
}
