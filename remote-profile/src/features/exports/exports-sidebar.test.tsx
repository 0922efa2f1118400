import { afterEach, expect, jest, test } from '@jest/globals';
import {
  cancelExport,
  checkExportFile,
  deleteExport,
  listExports,
  redeemExportLink,
} from '@portal/contract/background-exports';
import { deleteExportSchedule, listExportSchedules } from '@portal/contract/export-schedules';
import {
  exportSchedulesResponse,
  exportsResponse,
  problem,
  renderPage,
  reply,
  sentTo,
} from '@portal/shared/testing';
import { screen, waitFor, within } from '@testing-library/react';
import ExportsSidebar from './exports-sidebar.tsx';

const [running, ready] = exportsResponse.exports;
if (running === undefined || ready === undefined) throw new Error('two exports');
const names = {
  running: 'Calls, 01/11/2026 – 30/11/2026, Excel',
  ready: 'Messages, 01/11/2026 – 30/11/2026, CSV',
};

afterEach(() => {
  jest.restoreAllMocks();
});

function show({
  handlers = [],
  search = '',
}: {
  handlers?: ReturnType<typeof reply>[];
  search?: string;
} = {}) {
  return renderPage(<ExportsSidebar />, {
    path: '/voicing/cdr',
    url: `/voicing/cdr${search}`,
    handlers: [
      ...handlers,
      reply(listExports),
      reply(listExportSchedules, { success: true, schedules: [] }),
      reply(checkExportFile, { success: true }),
    ],
  });
}

function spyOnSavedFiles(): string[] {
  const saved: string[] = [];
  jest.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
    saved.push(this.href);
  });
  return saved;
}

test('lists what is made and what can be downloaded, with rows, size and the last day', async () => {
  show();
  const [first, second] = await screen.findAllByRole('listitem');
  if (first === undefined || second === undefined) throw new Error('two exports');
  expect(first).toHaveTextContent(`${names.running}Being made45,000 rowsFiltered`);
  expect(within(first).getByRole('progressbar')).toHaveAttribute('value', '40');
  expect(second).toHaveTextContent(/Messages.*Ready112,480 rows14\.6 MB · Until 06\/12\/2026/);
  expect(within(second).getByRole('link', { name: `Download: ${names.ready}` })).toHaveAttribute(
    'href',
    expect.stringMatching(/\/v1\/accounts\/exports\/exp_9LR3\/file$/),
  );
});

test('says that there are none, and why they cannot be loaded', async () => {
  let isAway = true;
  const { user } = show({
    handlers: [reply(listExports, () => (isAway ? problem('maintenance') : { success: true, exports: [] }))],
  });
  await waitFor(() => expect(screen.getByRole('alert')).toBeVisible());
  isAway = false;
  await user.click(screen.getByRole('button', { name: /again/ }));
  expect(await screen.findByText('You have no exports yet.')).toBeVisible();
});

test('shows a file as soon as it is ready', async () => {
  let exports = [running];
  show({ handlers: [reply(listExports, () => ({ success: true, exports }))] });
  expect(await screen.findByText('Being made')).toBeVisible();
  exports = [{ ...running, state: 'ready', expires: '2026-12-06T07:31:40Z' }];
  expect(await screen.findByText('Ready', {}, { timeout: 5_000 })).toBeVisible();
}, 15_000);

test('cancels one that is made', async () => {
  let exports = [running, ready];
  const { user } = show({
    handlers: [
      reply(listExports, () => ({ success: true, exports })),
      reply(cancelExport, () => {
        exports = [{ ...running, state: 'cancelled' }, ready];
        return { success: true, export: { ...running, state: 'cancelled' } };
      }),
    ],
  });
  await user.click(await screen.findByRole('button', { name: `Cancel: ${names.running}` }));
  expect(await screen.findByText('The export has been cancelled.')).toBeVisible();
  expect(screen.getByText('Cancelled')).toBeVisible();
  expect(sentTo(cancelExport)[0]?.params).toEqual({ export_id: running.export_id });
});

test('deletes a file after a question, with the keyboard', async () => {
  let exports = [ready];
  const { user } = show({
    handlers: [
      reply(listExports, () => ({ success: true, exports })),
      reply(deleteExport, () => {
        exports = [];
        return { success: true, export_id: ready.export_id };
      }),
    ],
  });
  (await screen.findByRole('button', { name: `Delete: ${names.ready}` })).focus();
  await user.keyboard('{Enter}');
  const question = await screen.findByRole('alertdialog', { name: 'Delete the file?' });
  await user.click(within(question).getByRole('button', { name: 'Delete' }));
  expect(await screen.findByText('You have no exports yet.')).toBeVisible();
  await waitFor(() => expect(screen.getByRole('group', { name: 'Exports' })).toHaveFocus());
});

test('says why a file was not made', async () => {
  const failed = { ...running, state: 'failed', failure: 'too_large' };
  show({ handlers: [reply(listExports, { success: true, exports: [failed] })] });
  expect(await screen.findByText(/Your files would take up too much space/)).toBeVisible();
});

test('saves the file of a mailed link, and removes the token from the address', async () => {
  const saved = spyOnSavedFiles();
  const { location } = show({
    search: '?sidebar=profile/exports&sidebar.link=exp_secret',
    handlers: [reply(redeemExportLink)],
  });
  expect(await screen.findByText(/Your browser is saving the file/)).toBeVisible();
  expect(saved).toEqual([expect.stringMatching(/\/exports\/exp_9LR3\/file$/)]);
  expect(sentTo(redeemExportLink).map(({ body }) => body)).toEqual([{ token: 'exp_secret' }]);
  expect(location().search).toBe('?sidebar=profile/exports');
});

test('says that a mailed link has been used', async () => {
  const saved = spyOnSavedFiles();
  show({
    search: '?sidebar=profile/exports&sidebar.link=exp_secret',
    handlers: [reply(redeemExportLink, problem('export_link_used'))],
  });
  expect(await screen.findByRole('alert')).toHaveTextContent('This link has already been used.');
  expect(screen.getByRole('link', { name: `Download: ${names.ready}` })).toBeVisible();
  expect(saved).toEqual([]);
});

test('lists regular exports, and deletes one after a question', async () => {
  let { schedules } = exportSchedulesResponse;
  const { user } = show({
    handlers: [
      reply(listExportSchedules, () => ({ success: true, schedules })),
      reply(deleteExportSchedule, () => {
        schedules = [];
        return { success: true, schedule_id: 'sch_8KQ2' };
      }),
    ],
  });
  const region = await screen.findByRole('region', { name: 'Regular exports' });
  expect(within(region).getByRole('listitem')).toHaveTextContent(
    'Calls, CSV, Weekly: MondayFiltered · Next file: 30/11/2026',
  );
  await user.click(within(region).getByRole('button', { name: 'Delete: Calls, CSV, Weekly: Monday' }));
  const question = await screen.findByRole('alertdialog', { name: 'Delete the regular export?' });
  await user.click(within(question).getByRole('button', { name: 'Delete' }));
  expect(await screen.findByText('The regular export has been deleted.')).toBeVisible();
  expect(screen.queryByRole('region', { name: 'Regular exports' })).not.toBeInTheDocument();
  expect(sentTo(deleteExportSchedule)[0]?.params).toEqual({ schedule_id: 'sch_8KQ2' });
});
