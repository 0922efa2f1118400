import { describe, expect, test } from '@jest/globals';
import { getCallTotals, listCdrs } from '@portal/contract/cdr';
import { listServiceCountries } from '@portal/contract/service-countries';
import { createService, listServices } from '@portal/contract/services';
import {
  callTotalsResponse,
  cdrsResponse,
  problem,
  renderPage,
  reply,
  sentTo,
  servicesResponse,
} from '@portal/shared/testing';
import { screen, waitFor, within } from '@testing-library/react';
import CdrPage from './cdr-page.tsx';

const [call] = cdrsResponse.items;
const noCalls = { ...cdrsResponse, items: [], total: 0 };

function renderHistory({ search = '', handlers = [reply(listCdrs)] } = {}) {
  return renderPage(<CdrPage />, {
    path: '/voicing/cdr',
    url: `/voicing/cdr${search}`,
    handlers: [...handlers, reply(getCallTotals), reply(listServiceCountries)],
  });
}

describe('voicing history', () => {
  test('lists the calls of the last 24 hours in account time, to the second', async () => {
    renderHistory();

    const row = await screen.findByRole('row', { name: /\+493023125101/ });

    expect(row).toHaveTextContent('21/11/2026, 08:58:12');
    expect(row).toHaveTextContent('Outgoing');
    expect(row).toHaveTextContent('Germany Berlin');
    expect(row).toHaveTextContent('0:01:07');
    expect(row).toHaveTextContent('Answered');
    expect(row).toHaveTextContent('€0.0134');
    expect((await screen.findByText('1 call')).closest('[role="status"]')).toBeVisible();
    expect(screen.getByRole('region', { name: 'Totals of the selection' })).toHaveTextContent('ASR100%');
    expect(sentTo(listCdrs).at(0)?.query).toEqual({
      order: '-started',
      limit: '25',
      offset: '0',
      totals: 'none',
    });
  });

  test('links to files with the rows of the filter, in the order of the list', async () => {
    const { user } = renderHistory({ search: '?number_to=49&order=-price&offset=25&result=busy,failed' });
    const csv = await screen.findByRole('link', { name: 'Export: CSV' });

    const address = new URL(csv.getAttribute('href') ?? '');
    expect(address.pathname).toMatch(/\/v1\/services\/svc_vo_\w+\/cdr\/export$/);
    expect(Object.fromEntries(address.searchParams)).toEqual({
      number_to: '49',
      result: 'busy,failed',
      order: '-price',
      format: 'csv',
    });
    expect(csv).toHaveAttribute('download');
    const workbook = screen.getByRole('link', { name: 'Export: Excel' });
    expect(workbook.getAttribute('href')).toContain('format=xlsx');

    workbook.addEventListener('click', (event) => event.preventDefault());
    await user.click(workbook);
    expect(screen.getByText(/Your browser is saving the calls/)).toHaveAttribute('role', 'status');
  });

  test('offers more calls than a workbook has as CSV, in the order of time', async () => {
    const many = { ...callTotalsResponse, total: 10_000, is_exact: false, summary: null };
    renderHistory({ search: '?order=-price', handlers: [reply(listCdrs), reply(getCallTotals, many)] });

    expect(await screen.findByText(/More than 10,000 calls are saved as CSV only/)).toBeVisible();
    const csv = screen.getByRole('link', { name: 'Export: CSV' });
    expect(csv.getAttribute('href')).toContain('order=-started&format=csv');
    expect(screen.queryByRole('link', { name: 'Export: Excel' })).not.toBeInTheDocument();
  });

  test('filters by number after a pause and saves the filter in the URL', async () => {
    const { user, location } = renderHistory();
    await screen.findByRole('row', { name: /\+493023125101/ });

    await user.type(screen.getByRole('textbox', { name: 'To number' }), '+49 30*');

    await waitFor(() => expect(location().search).toBe('?number_to=4930*'));
    await waitFor(() => expect(sentTo(listCdrs).at(-1)?.query['number_to']).toBe('4930*'));
    expect(screen.getByRole('textbox', { name: 'To number' })).toHaveValue('+49 30*');
  });

  test('refuses letters in a number without a request', async () => {
    const { user } = renderHistory();
    await screen.findByRole('row', { name: /\+493023125101/ });

    await user.type(screen.getByRole('textbox', { name: 'From number' }), 'abc');

    expect(await screen.findByText(/Digits and \* only/)).toBeVisible();
    expect(sentTo(listCdrs)).toHaveLength(1);
  });

  test('offers countries by their names in the customer’s language', async () => {
    const { user, location } = renderHistory();

    await user.click(await screen.findByRole('button', { name: /^Country called/ }));
    await user.click(await screen.findByRole('option', { name: /Estonia/ }));

    await waitFor(() => expect(location().search).toBe('?country=ee'));
    await waitFor(() => expect(sentTo(listCdrs).at(-1)?.query['country']).toBe('ee'));
  });

  test('saves the order in the URL', async () => {
    const { user, location } = renderHistory();

    await user.click(await screen.findByRole('button', { name: 'Price' }));

    await waitFor(() => expect(location().search).toBe('?order=-price'));
    expect(screen.getByRole('columnheader', { name: 'Price' })).toHaveAttribute('aria-sort', 'descending');
  });

  test('counts the calls of a filter once, not again for another page or order', async () => {
    const page = reply(listCdrs, ({ query }) => {
      const offset = Number(query['offset']);
      return { ...cdrsResponse, total: null, offset, has_more: offset === 0 };
    });
    const { user, location } = renderHistory({ search: '?result=answered', handlers: [page] });

    await user.click(await screen.findByRole('button', { name: /Next/ }));
    await waitFor(() => expect(sentTo(listCdrs).at(-1)?.query['offset']).toBe('25'));
    await user.click(screen.getByRole('button', { name: 'Price' }));
    await waitFor(() => expect(location().search).toContain('order=-price'));
    await waitFor(() => expect(sentTo(listCdrs).at(-1)?.query['order']).toBe('-price'));

    expect(sentTo(getCallTotals).map(({ query }) => query)).toEqual([{ result: 'answered' }]);
  });

  test('says that there are more calls than are counted', async () => {
    const handlers = [
      reply(listCdrs, { ...cdrsResponse, total: null, has_more: true }),
      reply(getCallTotals, { ...callTotalsResponse, total: 10_000, is_exact: false, summary: null }),
    ];
    renderHistory({ search: '?number_to=49', handlers });

    expect(await screen.findByText('10,000+ calls')).toBeVisible();
    expect(screen.getByText('1–25 of 10,000+')).toBeVisible();
    expect(screen.getByText(/^More than 10,000 calls match/)).toBeVisible();
    expect(screen.queryByRole('region', { name: 'Totals of the selection' })).not.toBeInTheDocument();
  });

  test('pages by cursor beyond the offsets that the server accepts, and back', async () => {
    const page = reply(listCdrs, ({ query }) => ({
      ...cdrsResponse,
      total: null,
      offset: Number(query['offset']),
      has_more: true,
      next_cursor: `after-${query['offset']}`,
      previous_cursor: `before-${query['offset']}`,
    }));
    const { user, location } = renderHistory({ search: '?offset=9975', handlers: [page] });
    const press = async (name: RegExp, search: string) => {
      await user.click(await screen.findByRole('button', { name }));
      await waitFor(() => expect(location().search).toBe(search));
      await waitFor(() => expect(screen.getByRole('button', { name })).toBeEnabled());
    };

    await press(/Next/, '?offset=10000');
    await press(/Next/, '?offset=10025&cursor=after-10000');
    expect(sentTo(listCdrs).at(-1)?.query).toMatchObject({ offset: '10025', cursor: 'after-10000' });
    await press(/Next/, '?offset=10050&cursor=after-10025');
    await press(/Previous/, '?offset=10025&cursor=before-10050');
    await press(/Previous/, '?offset=10000');
  });

  test('stays on the second page when a call is opened', async () => {
    const handlers = [reply(listCdrs, { ...cdrsResponse, total: 26, offset: 25 })];
    const { user, location } = renderHistory({ search: '?offset=25', handlers });

    await user.click(await screen.findByRole('button', { name: /^Open the call/ }));

    const drawer = await screen.findByRole('dialog', { name: 'Call details' });
    expect(location().search).toBe(`?offset=25&row=${call?.cdr_id}`);
    expect(drawer).toHaveTextContent('200 OK');
    expect(drawer).toHaveTextContent('16 – Normal end of the call');
    expect(drawer).toHaveTextContent('Ringing 0:00:09');
    expect(drawer).toHaveTextContent('First 60 s, charged in full€0.012 a minute');
    expect(drawer).toHaveTextContent('Then 7 × 1 s€0.012 a minute');
    expect(drawer).toHaveTextContent('Price of the call€0.0134');
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

  test('reports a call in the URL that is not in the list', async () => {
    renderHistory({ search: '?row=cdr_gone' });

    expect(await screen.findByText('This entry is not in the list')).toBeVisible();
  });

  test('offers the last 30 days when the last 24 hours are empty', async () => {
    const { user, location } = renderHistory({ handlers: [reply(listCdrs, noCalls)] });

    await user.click(await screen.findByRole('button', { name: 'Show the last 30 days' }));

    await waitFor(() => expect(location().search).toMatch(/^\?start_date=.+&end_date=.+$/));
  });

  test('offers to reset filters that match no calls', async () => {
    const handlers = [reply(listCdrs, noCalls)];
    const { user, location } = renderHistory({ search: '?result=busy&duration_from=5', handlers });

    expect(await screen.findByText('No calls match these filters')).toBeVisible();
    await user.click(screen.getAllByRole('button', { name: 'Reset filters' }).at(-1)!);

    await waitFor(() => expect(location().search).toBe(''));
  });

  test('shows why a load failed and loads again on request', async () => {
    let attempts = 0;
    const handler = reply(listCdrs, () => {
      attempts += 1;
      return attempts === 1 ? problem('range_too_long') : cdrsResponse;
    });
    const { user } = renderHistory({ handlers: [handler] });

    expect(await screen.findByRole('alert')).toBeVisible();
    await user.click(screen.getByRole('button', { name: 'Try again' }));

    expect(await screen.findByRole('row', { name: /\+493023125101/ })).toBeVisible();
  });
});

describe('an account without a voicing service', () => {
  const none = reply(listServices, { ...servicesResponse, services: [], total: 0 });

  test('adds one with an idempotency key', async () => {
    const { user } = renderHistory({ handlers: [none, reply(createService)] });

    await user.click(await screen.findByRole('button', { name: 'Add voicing' }));

    expect(await screen.findByText('Your voicing service has been added.')).toBeVisible();
    const [request] = sentTo(createService);
    expect(request?.body).toEqual({ type: 'voicing' });
    expect(request?.headers.get('Idempotency-Key')).toMatch(/^\w{32}$/);
  });

  test('opens quick start while the profile is incomplete', async () => {
    const { user, location } = renderHistory({
      handlers: [none, reply(createService, problem('not_configured'))],
    });

    await user.click(await screen.findByRole('button', { name: 'Add voicing' }));
    await user.click(await screen.findByRole('button', { name: 'Open quick start' }));

    expect(location().search).toBe('?sidebar=profile/quick-start');
  });
});
