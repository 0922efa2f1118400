import { afterEach, describe, expect, jest, test } from '@jest/globals';
import { listExports } from '@portal/contract/background-exports';
import { getCallTotals, listCdrs } from '@portal/contract/cdr';
import { checkCallsExport } from '@portal/contract/exports';
import { listSavedViews } from '@portal/contract/saved-views';
import { listServiceCountries } from '@portal/contract/service-countries';
import { createService, listServices } from '@portal/contract/services';
import {
  callTotalsResponse,
  cdrsResponse,
  noSavedViews,
  problem,
  renderPage,
  reply,
  sentTo,
  servicesResponse,
} from '@portal/shared/testing';
import { act, screen, waitFor, within } from '@testing-library/react';
import CdrPage from './cdr-page.tsx';

const noCalls = { ...cdrsResponse, items: [], total: 0 };

function renderHistory({ search = '', handlers = [reply(listCdrs)] } = {}) {
  return renderPage(<CdrPage />, {
    path: '/voicing/cdr',
    url: `/voicing/cdr${search}`,
    handlers: [
      ...handlers,
      reply(getCallTotals),
      reply(listServiceCountries),
      reply(listSavedViews, noSavedViews),
    ],
  });
}

afterEach(() => void jest.restoreAllMocks());

/** The addresses of the files that the page saves. */
function spyOnSavedFiles(): string[] {
  const saved: string[] = [];
  jest.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
    if (this.hasAttribute('download')) saved.push(this.href);
  });
  return saved;
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
    renderHistory({ search: '?number_to=49&order=-price&offset=25&result=busy,failed' });
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
  });

  test('saves a file by a link after the server has said that it sends it', async () => {
    const saved = spyOnSavedFiles();
    const { user } = renderHistory({
      handlers: [reply(listCdrs), reply(checkCallsExport, { success: true })],
    });

    await user.click(await screen.findByRole('link', { name: 'Export: Excel' }));

    expect(await screen.findByText(/Your browser is saving the calls/)).toHaveAttribute('role', 'status');
    expect(saved).toEqual([expect.stringMatching(/\/cdr\/export\?.*format=xlsx$/)]);
    expect(sentTo(checkCallsExport)[0]?.query).toEqual({ order: '-started', format: 'xlsx' });
  });

  test.each([
    ['whose session has ended', problem('session_expired'), /Your session has ended/],
    [
      'beyond the share of the account',
      problem('rate_limited', { retryAfterSeconds: 60 }),
      /try again in 1 minute/,
    ],
    ['during maintenance', problem('maintenance'), /We are working on this service/],
  ])('says why no file is saved for a customer %s', async (_case, answer, text) => {
    const saved = spyOnSavedFiles();
    const { user } = renderHistory({ handlers: [reply(listCdrs), reply(checkCallsExport, answer)] });

    await user.click(await screen.findByRole('link', { name: 'Export: CSV' }));

    expect(await screen.findByRole('alert')).toHaveTextContent(text);
    expect(screen.queryByText(/Your browser is saving/)).not.toBeInTheDocument();
    expect(saved).toEqual([]);
  });

  test('searches for part of a number in all stored calls, and saves the search in the URL', async () => {
    const { user, location } = renderHistory();
    const box = await screen.findByRole('searchbox', { name: 'Search calls by number' });
    expect(box).toHaveAccessibleDescription(/^Caller or called/);

    await user.type(box, '+49 (30) 23125');

    await waitFor(() => expect(location().search).toBe('?number=%2B493023125'));
    await waitFor(() => expect(sentTo(listCdrs).at(-1)?.query['number']).toBe('+493023125'));
    expect(sentTo(getCallTotals).at(-1)?.query).toEqual({ number: '+493023125' });
    expect(box).toHaveValue('+49 (30) 23125');
    expect(box).toHaveAccessibleDescription('All stored calls are searched.');
    expect(screen.getByRole('button', { name: 'Period All calls' })).toBeVisible();
  });

  test('searches only in the chosen period', async () => {
    const search = '?number=23125&start_date=2026-11-01&end_date=2026-11-20';
    renderHistory({ search });

    expect(await screen.findByRole('searchbox', { name: /number/ })).toHaveAccessibleDescription(
      'Only the chosen period is searched.',
    );
    expect(sentTo(listCdrs).at(-1)?.query).toMatchObject({ number: '23125', start_date: '2026-11-01' });
  });

  test('searches for a pasted list of numbers', async () => {
    const { user, location } = renderHistory({ search: '?result=busy' });

    await user.click(await screen.findByRole('searchbox', { name: /number/ }));
    await user.paste('+49 30 23125101\r\n0151 162258\r\n');

    expect(screen.getByRole('searchbox', { name: /number/ })).toHaveValue('+49 30 23125101, 0151 162258');
    await waitFor(() =>
      expect(Object.fromEntries(new URLSearchParams(location().search))).toEqual({
        result: 'busy',
        number: '+493023125101,151162258',
      }),
    );
  });

  test.each([
    ['abc', /^Digits only/],
    ['12', 'Enter at least 3 digits of each number.'],
  ])('explains that %s is no number to search for, without a request', async (text, problem) => {
    const { user } = renderHistory();
    await screen.findByRole('row', { name: /\+493023125101/ });

    await user.type(screen.getByRole('searchbox', { name: /number/ }), text);

    expect(await screen.findByText(problem)).toBeVisible();
    expect(sentTo(listCdrs)).toHaveLength(1);
  });

  test('offers countries by their names in the customer’s language', async () => {
    const { user, location } = renderHistory();

    await user.click(await screen.findByRole('button', { name: /^Country called/ }));
    await user.click(await screen.findByRole('option', { name: /Estonia/ }));

    await waitFor(() => expect(location().search).toBe('?country=ee'));
    await waitFor(() => expect(sentTo(listCdrs).at(-1)?.query['country']).toBe('ee'));
  });

  test('shows several countries of a link in the filter, and clears them', async () => {
    const { user, location } = renderHistory({ search: '?country=ee,lv' });

    await screen.findByRole('button', { name: 'Country called Estonia, Latvia' });
    await user.click(await screen.findByRole('button', { name: 'Clear' }));

    await waitFor(() => expect(location().search).toBe(''));
  });

  test('filters calls and their export by SIP responses, several with commas', async () => {
    const { user, location } = renderHistory();
    const field = await screen.findByRole('textbox', { name: 'SIP response' });
    expect(field).toHaveAccessibleDescription('Several with commas');

    await user.type(field, '486, 503,');

    await waitFor(() => expect(location().search).toBe('?sip_code=486%2C503'));
    await waitFor(() => expect(sentTo(listCdrs).at(-1)?.query['sip_code']).toBe('486,503'));
    expect(field).toHaveValue('486, 503,');
    expect(await screen.findByRole('link', { name: 'Export: CSV' })).toHaveAttribute(
      'href',
      expect.stringContaining('sip_code=486%2C503'),
    );
    await user.click(screen.getByRole('button', { name: 'Remove the filter “SIP response: 486, 503”' }));
    await waitFor(() => expect(field).toHaveValue(''));
    expect(location().search).toBe('');
  });

  test.each(['busy', '48', '4860', '486 503'])(
    'explains that %s is no SIP response, without a request',
    async (text) => {
      const { user } = renderHistory();
      const field = await screen.findByRole('textbox', { name: 'SIP response' });
      await screen.findByRole('row', { name: /\+493023125101/ });

      await user.type(field, text);

      expect(await screen.findByText('Codes of three digits, such as 486')).toBeVisible();
      expect(field).toBeInvalid();
      expect(sentTo(listCdrs)).toHaveLength(1);
    },
  );

  test('shows the SIP responses of the address, whatever changes it', async () => {
    const { user, navigate } = renderHistory({ search: '?sip_code=486' });
    const field = await screen.findByRole('textbox', { name: 'SIP response' });
    expect(field).toHaveValue('486');
    await user.click(screen.getByRole('button', { name: 'Reset filters' }));
    await waitFor(() => expect(field).toHaveValue(''));

    await act(() => navigate(-1));

    await waitFor(() => expect(field).toHaveValue('486'));
  });

  test('names the filters of a report’s link that no field shows, and removes them one by one', async () => {
    const moments = 'start_time=2026-11-20T08:00:00.000Z&end_time=2026-11-20T09:00:00.000Z';
    const search = `?${moments}&destination=Germany%2C+mobile&without=country,destination&sip_code=486`;
    const { user, location } = renderHistory({ search });

    const chosen = within(await screen.findByRole('group', { name: 'Further filters' }));
    expect(chosen.getAllByRole('button').map((button) => button.textContent)).toEqual([
      '20/11/2026, 10:00 – 20/11/2026, 11:00',
      'Destination: Germany, mobile',
      'Country: unknown',
      'Destination: unknown',
      'SIP response: 486',
    ]);
    await user.click(chosen.getByRole('button', { name: 'Remove the filter “Country: unknown”' }));
    await waitFor(() => expect(sentTo(listCdrs).at(-1)?.query['without']).toBe('destination'));
    for (const name of [/ – /, /Germany/, /Destination: unknown/, /486/])
      await user.click(chosen.getByRole('button', { name }));

    await waitFor(() => expect(location().search).toBe(''));
    expect(screen.queryByRole('group', { name: 'Further filters' })).not.toBeInTheDocument();
  });

  test('a chosen period replaces the hour of a report’s link', async () => {
    const moments = 'start_time=2026-11-20T08:00:00.000Z&end_time=2026-11-20T09:00:00.000Z';
    const { user, location } = renderHistory({
      search: `?start_date=2026-11-01&end_date=2026-11-24&${moments}`,
    });

    await user.click(await screen.findByRole('button', { name: 'Period Chosen dates' }));
    await user.click(await screen.findByRole('option', { name: 'Last 30 days' }));

    await waitFor(() => expect(location().search).toMatch(/^\?start_date=.+&end_date=[\d-]+$/));
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
      reply(listExports, { success: true, exports: [] }),
    ];
    renderHistory({ search: '?number_to=49', handlers });

    expect(await screen.findByText('10,000+ calls')).toBeVisible();
    expect(screen.getByText(`1–${cdrsResponse.items.length} of 10,000+`)).toBeVisible();
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

test('says that older calls have been deleted when the period begins before', async () => {
  const period = { ...cdrsResponse.period, deleted_before: '2025-10-21T00:00:00Z' };
  renderHistory({ handlers: [reply(listCdrs, { ...cdrsResponse, period })] });
  expect(
    await screen.findByText(/are deleted after 13 months\. Those from before 21\/10\/2025/),
  ).toBeVisible();
});
