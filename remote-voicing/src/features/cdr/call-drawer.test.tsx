import { describe, expect, test } from '@jest/globals';
import { getCallTotals, getCdr, listCdrs } from '@portal/contract/cdr';
import { listSavedViews } from '@portal/contract/saved-views';
import { listServiceCountries } from '@portal/contract/service-countries';
import {
  cdrResponse,
  cdrsResponse,
  noSavedViews,
  problem,
  type Reply,
  renderPage,
  reply,
  sentTo,
} from '@portal/shared/testing';
import { act, screen, waitFor, within } from '@testing-library/react';
import CdrPage from './cdr-page.tsx';

const [call] = cdrsResponse.items;
const noCalls = { ...cdrsResponse, items: [], total: 0 };

interface Rendered {
  search?: string;
  handlers?: ReturnType<typeof reply>[];
  byId?: Reply<typeof getCdr>;
}

function renderHistory({ search = '', handlers = [reply(listCdrs)], byId = cdrResponse }: Rendered = {}) {
  return renderPage(<CdrPage />, {
    path: '/voicing/cdr',
    url: `/voicing/cdr${search}`,
    handlers: [
      ...handlers,
      reply(getCallTotals),
      reply(listServiceCountries),
      reply(listSavedViews, noSavedViews),
      // The last one, because its path matches that of the totals.
      reply(getCdr, byId),
    ],
  });
}

describe('the drawer of a call', () => {
  test('stays on the second page when a call is opened', async () => {
    const handlers = [reply(listCdrs, { ...cdrsResponse, total: 26, offset: 25 })];
    const { user, location } = renderHistory({ search: '?offset=25', handlers });

    await user.click(await screen.findByRole('button', { name: /^Open the call/ }));

    const drawer = await screen.findByRole('dialog', { name: 'Call details' });
    // The last 24 hours move on, so the address states their moments.
    expect(Object.fromEntries(new URLSearchParams(location().search))).toEqual({
      offset: '25',
      row: call?.cdr_id,
      start_time: cdrsResponse.period.start_utc,
      end_time: cdrsResponse.period.end_utc,
    });
    expect(drawer).toHaveTextContent('200 OK');
    expect(drawer).toHaveTextContent('16 – Normal end of the call');
    expect(drawer).toHaveTextContent('Ringing 0:00:09');
    expect(drawer).toHaveTextContent('First 60 s, charged in full€0.012 a minute');
    expect(drawer).toHaveTextContent('Then 7 × 1 s€0.012 a minute');
    expect(drawer).toHaveTextContent('Price of the call€0.0134');
  });

  test('the period moves on again when the call is closed', async () => {
    const { user, location, navigate } = renderHistory();

    await user.click(await screen.findByRole('button', { name: /^Open the call/ }));
    await user.click(
      within(await screen.findByRole('dialog', { name: 'Call details' })).getByRole('button', {
        name: 'Close',
      }),
    );

    await waitFor(() => expect(location().search).toBe(''));
    await act(() => navigate(-1));
    expect(location().search).toBe('');
    expect(screen.queryByRole('dialog', { name: 'Call details' })).not.toBeInTheDocument();
  });

  test('a shared address keeps its period when the call is closed', async () => {
    const search = '?start_date=2026-11-01&end_date=2026-11-20';
    const { user, location } = renderHistory({ search: `${search}&row=${call?.cdr_id}` });

    await user.click(
      within(await screen.findByRole('dialog', { name: 'Call details' })).getByRole('button', {
        name: 'Close',
      }),
    );

    await waitFor(() => expect(location().search).toBe(search));
  });

  test('opens a call that the page of the list does not have', async () => {
    const handlers = [reply(listCdrs, noCalls)];
    renderHistory({ search: `?row=${call?.cdr_id}`, handlers });

    const drawer = await screen.findByRole('dialog', { name: 'Call details' });
    expect(await within(drawer).findByText('200 OK')).toBeVisible();
    expect(sentTo(getCdr).map(({ params }) => params['cdr_id'])).toContain(call?.cdr_id);
  });

  test('requests no call by its id that the list has', async () => {
    const { user } = renderHistory();

    await user.click(await screen.findByRole('button', { name: /^Open the call/ }));

    expect(await screen.findByText('200 OK')).toBeVisible();
    expect(sentTo(getCdr).filter(({ params }) => params['cdr_id'] !== 'totals')).toEqual([]);
  });

  test('prepares a support request about the open call', async () => {
    const { user, location } = renderHistory({ search: `?row=${call?.cdr_id}` });

    await user.click(await screen.findByRole('button', { name: 'Report a problem' }));

    const sidebar = new URLSearchParams(location().search);
    expect(sidebar.get('sidebar')).toBe('profile/support');
    expect(sidebar.get('sidebar.category')).toBe('voicing');
    expect(sidebar.get('sidebar.row_id')).toBe(call?.cdr_id);
    expect(sidebar.get('sidebar.subject')).toContain('+493023125101');
    expect(screen.queryByRole('dialog', { name: 'Call details' })).not.toBeInTheDocument();
  });

  test('explains a call that was blocked by a low balance, and offers to top up', async () => {
    const blocked = {
      ...call!,
      result: 'blocked_balance',
      sip_code: 402,
      q850_cause: null,
      rated: false,
      price: null,
    };
    const handlers = [reply(listCdrs, { ...cdrsResponse, items: [blocked] })];
    const { user, location } = renderHistory({ search: `?row=${blocked.cdr_id}`, handlers });

    const drawer = await screen.findByRole('dialog', { name: 'Call details' });
    await within(drawer).findByText('The call was not let through because the balance is too low.');
    await user.click(within(drawer).getByRole('button', { name: 'Top up balance' }));

    expect(location().search).toContain('sidebar=finances/top-up&sidebar.service_id=svc_vo_8KQ2');
  });

  test('reports a call in the URL that does not exist, or not in this account', async () => {
    renderHistory({ search: '?row=cdr_gone', byId: problem('not_found') });

    expect(await screen.findByText('This call cannot be found')).toBeVisible();
  });

  test('says why a call of an address failed to load, and loads it again on request', async () => {
    let isDown = true;
    const byId = () => (isDown ? problem('range_too_long') : cdrResponse);
    const { user } = renderHistory({ search: '?row=cdr_01', handlers: [reply(listCdrs, noCalls)], byId });

    const drawer = await screen.findByRole('dialog', { name: 'Call details' });
    expect(await within(drawer).findByRole('alert')).toBeVisible();
    isDown = false;
    await user.click(within(drawer).getByRole('button', { name: 'Try again' }));

    expect(await within(drawer).findByText('200 OK')).toBeVisible();
  });
});
