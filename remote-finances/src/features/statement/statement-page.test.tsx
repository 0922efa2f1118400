import { afterEach, describe, expect, it, jest } from '@jest/globals';
import { listServices } from '@portal/contract/services';
import { getStatement } from '@portal/contract/statement';
import {
  problem,
  type ResponseBody,
  renderPage,
  reply,
  sentTo,
  servicesResponse,
  statementResponse,
} from '@portal/shared/testing';
import { screen, waitFor, within } from '@testing-library/react';
import { HttpResponse } from 'msw';
import StatementPage from './statement-page.tsx';

const path = '/finances/statement';
const [usage, topUp, invoice] = statementResponse.items;

function show(response: ResponseBody<typeof getStatement> = statementResponse, url = path) {
  return renderPage(<StatementPage />, { path, url, handlers: [reply(getStatement, response)] });
}

afterEach(() => void jest.restoreAllMocks());

describe('the statement of account', () => {
  it('shows each movement with the balance after it, exact to the last decimal', async () => {
    show();
    const row = await screen.findByRole('row', { name: /214 records/ });
    expect(within(row).getByText('214 records, 20/11/2026 – 21/11/2026')).toBeVisible();
    expect(within(row).getByText('−€1.234567')).toBeVisible();
    expect(within(row).getByText('€82.485433')).toBeVisible();
    expect(screen.getByText(/01\/11\/2026 – 21\/11\/2026 \(Europe\/Tallinn\)/)).toBeVisible();
  });

  it('links each line to its payment or document', async () => {
    show();
    expect(await screen.findByRole('link', { name: 'PF-2026-000318' })).toHaveAttribute(
      'href',
      '/finances/payments?row=pay_01JBX2&start_date=2026-10-31&filter_query=PF-2026-000318&filter_or=number',
    );
    expect(screen.getByRole('link', { name: '2026-10-00412' })).toHaveAttribute(
      'href',
      '/finances/monthly-vat-invoices?invoice=mvi_01JCQ4',
    );
  });

  it('shows the day of an event that was booked on another one', async () => {
    show({ ...statementResponse, items: [{ ...topUp!, occurred: '2026-10-30T10:00:00Z' }, invoice!] });
    expect(await screen.findByText('Dated 30/10/2026')).toBeVisible();
    expect(screen.getByText('VAT and rounding. Usage and numbers were charged before.')).toBeVisible();
  });

  it('offers each period once', async () => {
    const { user } = show();
    await user.click(await screen.findByRole('button', { name: /^Period/ }));
    const titles = (await screen.findAllByRole('option')).map(({ textContent }) => textContent);
    expect(new Set(titles).size).toBe(titles.length);
  });

  it('sums the period: opening balance, each kind, closing balance', async () => {
    show();
    const sums = within(await screen.findByRole('region', { name: 'Summary of the period' }));
    expect(sums.getByText('€40.75')).toBeVisible();
    expect(sums.getByText('€100.00')).toBeVisible();
    expect(sums.getByText('€82.485433')).toBeVisible();
  });

  it('requests the service and period of the address, and the next page by its number', async () => {
    const url = `${path}?service_id=svc_me_1&start_date=2026-10-01&end_date=2026-10-31&order=line&offset=25`;
    show(statementResponse, url);
    await screen.findByRole('row', { name: /214 records/ });
    expect(sentTo(getStatement)[0]?.query).toEqual({
      service_id: 'svc_me_1',
      start_date: '2026-10-01',
      end_date: '2026-10-31',
      order: 'line',
      limit: '25',
      offset: '25',
    });
  });

  it('begins with the first service, and changes to another', async () => {
    const page = show();
    await screen.findByRole('row', { name: /214 records/ });
    const [first, second] = servicesResponse.services;
    expect(sentTo(getStatement)[0]?.query).toMatchObject({ service_id: first!.service_id });
    await page.user.click(screen.getByRole('button', { name: /^Service/ }));
    await page.user.click(await screen.findByRole('option', { name: 'Messaging' }));
    expect(page.location().search).toBe(`?service_id=${second!.service_id}`);
    await waitFor(() =>
      expect(sentTo(getStatement).at(-1)?.query).toMatchObject({ service_id: second!.service_id }),
    );
  });

  it.each([
    ['CSV', 'text/csv', 'text/csv; charset=utf-8; header=present'],
    ['PDF', 'application/pdf', 'application/pdf'],
  ])('saves the period as %s', async (name, accept, type) => {
    const saved = jest.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(() => undefined);
    URL.createObjectURL = () => 'blob:file';
    URL.revokeObjectURL = () => undefined;
    const file = () => new HttpResponse<string>('file', { headers: { 'Content-Type': type } });
    const page = renderPage(<StatementPage />, {
      path,
      url: `${path}?service_id=svc_vo_8KQ2&start_date=2026-11-01&end_date=2026-11-21`,
      handlers: [reply(getStatement, ({ query }) => (query['format'] ? file() : statementResponse))],
    });
    await screen.findByRole('row', { name: /214 records/ });
    await page.user.click(screen.getByRole('button', { name: `Download ${name}` }));
    await waitFor(() => expect(saved).toHaveBeenCalledTimes(1));
    expect(saved.mock.contexts[0]).toHaveProperty(
      'download',
      `statement_svc_vo_8KQ2_2026-11-01_2026-11-21.${name.toLowerCase()}`,
    );
    const sent = sentTo(getStatement).at(-1);
    expect(sent?.query).toEqual({
      service_id: 'svc_vo_8KQ2',
      start_date: '2026-11-01',
      end_date: '2026-11-21',
      format: name.toLowerCase(),
    });
    expect(sent?.headers.get('accept')).toBe(accept);
  });

  it('says why a document was not saved, such as the page of a Wi-Fi network instead of it', async () => {
    const saved = jest.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(() => undefined);
    const wall = () => new HttpResponse<string>('<html>', { headers: { 'Content-Type': 'text/html' } });
    const page = renderPage(<StatementPage />, {
      path,
      handlers: [reply(getStatement, ({ query }) => (query['format'] ? wall() : statementResponse))],
    });
    await page.user.click(await screen.findByRole('button', { name: 'Download PDF' }));
    expect(
      await screen.findByText(/^The document could not be downloaded\. The server gave an answer/),
    ).toBeVisible();
    expect(saved).not.toHaveBeenCalled();
  });

  it('shows a kind of a later server as it is', async () => {
    show({ ...statementResponse, items: [{ ...usage!, kind: 'interest', usage: null }] });
    expect(await screen.findByText('interest')).toBeVisible();
  });

  it('distinguishes a month without movements from a chosen period', async () => {
    const empty = { ...statementResponse, items: [], totals: [], total: 0 };
    const page = show(empty, `${path}?start_date=2020-01-01&end_date=2020-01-31`);
    const text = await screen.findByText('No movements in this period');
    await page.user.click(within(text.parentElement!).getByRole('button', { name: 'Reset filters' }));
    expect(await screen.findByText('No movements this month')).toBeVisible();
  });

  it('shows that loading failed, and can be tried again', async () => {
    renderPage(<StatementPage />, { path, handlers: [reply(getStatement, problem('upstream_error'))] });
    expect(await screen.findByRole('button', { name: 'Try again' })).toBeVisible();
  });

  it('explains that there is no service yet', async () => {
    renderPage(<StatementPage />, {
      path,
      handlers: [reply(listServices, { ...servicesResponse, services: [], total: 0 })],
    });
    expect(await screen.findByText('You have no service yet')).toBeVisible();
  });
});
