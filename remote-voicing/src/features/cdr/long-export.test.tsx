import { afterEach, describe, expect, jest, test } from '@jest/globals';
import {
  cancelExport,
  checkExportFile,
  createExport,
  listExports,
} from '@portal/contract/background-exports';
import { getCallTotals, listCdrs } from '@portal/contract/cdr';
import { createExportSchedule, listExportSchedules } from '@portal/contract/export-schedules';
import { listSavedViews } from '@portal/contract/saved-views';
import { listServiceCountries } from '@portal/contract/service-countries';
import {
  callTotalsResponse,
  exportsResponse,
  noSavedViews,
  problem,
  renderPage,
  reply,
  sentTo,
} from '@portal/shared/testing';
import { screen, within } from '@testing-library/react';
import CdrPage from './cdr-page.tsx';

afterEach(() => {
  jest.restoreAllMocks();
});

function spyOnSavedFiles(): string[] {
  const saved: string[] = [];
  jest.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
    saved.push(this.href);
  });
  return saved;
}

describe('more than 10,000 calls', () => {
  const many = { ...callTotalsResponse, total: 10_000, is_exact: false, summary: null };
  const [running] = exportsResponse.exports;
  if (running === undefined) throw new Error('one export');
  const waiting = { ...running, state: 'queued', rows: 0, progress_percent: 0 };
  const renderMany = (search: string, handlers: ReturnType<typeof reply>[]) =>
    renderPage(<CdrPage />, {
      path: '/voicing/cdr',
      url: `/voicing/cdr${search}`,
      handlers: [
        ...handlers,
        reply(listCdrs),
        reply(getCallTotals, many),
        reply(listServiceCountries),
        reply(listSavedViews, noSavedViews),
      ],
    });

  test('become a file in the background, in the order of time, whose progress is shown', async () => {
    let exports: typeof exportsResponse.exports = [];
    const { user } = renderMany('?order=-price&result=busy', [
      reply(listExports, () => ({ success: true, exports })),
      reply(createExport, () => {
        exports = [running];
        return { success: true, export: waiting };
      }),
      reply(checkExportFile, { success: true }),
    ]);
    const button = await screen.findByRole('button', { name: 'Export: Excel' });
    expect(screen.getByText(/More than 10,000 rows: the file is made in the background/)).toBeVisible();
    expect(screen.queryByRole('link', { name: /Export/ })).not.toBeInTheDocument();

    await user.click(button);

    expect(await screen.findByText('Being made')).toBeVisible();
    expect(screen.getByText('45,000 rows')).toBeVisible();
    expect(screen.getByRole('progressbar', { name: 'Progress of the export' })).toHaveAttribute(
      'value',
      '40',
    );
    expect(sentTo(createExport)[0]?.body).toEqual({
      kind: 'calls',
      service_id: expect.stringMatching(/^svc_vo_/),
      format: 'xlsx',
      query: { result: 'busy', order: '-started' },
    });

    exports = [{ ...running, state: 'ready', rows: 112_480, expires: '2026-12-06T07:31:40Z' }];
    const saved = spyOnSavedFiles();
    await user.click(await screen.findByRole('link', { name: 'Download' }, { timeout: 5_000 }));
    expect(await screen.findByText(/Your browser is saving the file/)).toBeVisible();
    expect(saved).toEqual([expect.stringMatching(/\/accounts\/exports\/exp_8KQ2\/file$/)]);
  }, 15_000);

  test('are cancelled', async () => {
    let exports = [running];
    const { user } = renderMany('', [
      reply(listExports, () => ({ success: true, exports })),
      reply(cancelExport, () => {
        exports = [];
        return { success: true, export: { ...running, state: 'cancelled' } };
      }),
    ]);
    await user.click(await screen.findByRole('button', { name: 'Cancel' }));
    expect(await screen.findByText('The export has been cancelled.')).toBeVisible();
    expect(screen.queryByText('Being made')).not.toBeInTheDocument();
    expect(sentTo(cancelExport)[0]?.params).toEqual({ export_id: running.export_id });
  });

  test('are refused in words', async () => {
    const { user } = renderMany('', [
      reply(listExports, { success: true, exports: [] }),
      reply(createExport, problem('too_many_exports', { params: { max: 20 } })),
    ]);
    await user.click(await screen.findByRole('button', { name: 'Export: CSV' }));
    expect(await screen.findByRole('alert')).toHaveTextContent('You already have 20 exports.');
  });
});

test('totals that could not be loaded are loaded again; until then the list is a file in the background, without a number', async () => {
  let isBroken = true;
  const { user } = renderPage(<CdrPage />, {
    path: '/voicing/cdr',
    handlers: [
      reply(listCdrs),
      reply(getCallTotals, () => (isBroken ? problem('internal') : callTotalsResponse)),
      reply(listServiceCountries),
      reply(listSavedViews, noSavedViews),
      reply(listExports, { success: true, exports: [] }),
    ],
  });
  const retry = await screen.findByRole('button', { name: 'Try again' });
  expect(await screen.findByText(/The rows could not be counted: the file is made/)).toBeVisible();
  expect(screen.queryByText(/More than 10,000/)).not.toBeInTheDocument();
  isBroken = false;
  await user.click(retry);
  expect(await screen.findByRole('region', { name: 'Totals of the selection' })).toBeVisible();
  expect(screen.getByRole('link', { name: 'Export: CSV' })).toBeVisible();
  expect(retry).not.toBeInTheDocument();
});

describe('a regular export', () => {
  const open = async (handlers: ReturnType<typeof reply>[]) => {
    const { user } = renderPage(<CdrPage />, {
      path: '/voicing/cdr',
      url: '/voicing/cdr?result=busy&order=-price&start_date=2026-11-01&end_date=2026-11-07',
      handlers: [
        ...handlers,
        reply(listCdrs),
        reply(getCallTotals),
        reply(listServiceCountries),
        reply(listSavedViews, noSavedViews),
      ],
    });
    await user.click(await screen.findByRole('button', { name: 'Export regularly' }));
    return { user, dialog: await screen.findByRole('dialog', { name: 'Export regularly' }) };
  };

  test('is saved with the filters of the list', async () => {
    const { user, dialog } = await open([reply(createExportSchedule), reply(listExportSchedules)]);
    expect(await within(dialog).findByText('Each file has the seven days before.')).toBeVisible();
    await user.click(within(dialog).getByRole('button', { name: /^When/ }));
    await user.click(await screen.findByRole('option', { name: 'Monthly: on the first' }));
    expect(within(dialog).getByText('Each file has the month before.')).toBeVisible();
    await user.click(within(dialog).getByRole('button', { name: 'Save' }));
    expect(await screen.findByText('Saved. The first file is made on 30/11/2026.')).toBeVisible();
    expect(sentTo(createExportSchedule)[0]?.body).toMatchObject({
      kind: 'calls',
      format: 'csv',
      query: { result: 'busy', order: '-started' },
      frequency: 'monthly',
      weekday: null,
    });
    expect(screen.queryByRole('dialog')).not.toBeInTheDocument();
  });

  test('is refused in words', async () => {
    const refusal = problem('too_many_schedules', { params: { max: 10 } });
    const { user, dialog } = await open([reply(createExportSchedule, refusal)]);
    await user.click(await within(dialog).findByRole('button', { name: 'Save' }));
    expect(await within(dialog).findByRole('alert')).toHaveTextContent(
      'You already have 10 regular exports.',
    );
  });
});
