import { test } from '@jest/globals';
import { getMessageTotals, listMessages } from '@portal/contract/messages';
import { getMessagingReport } from '@portal/contract/messaging-report';
import { listSavedViews } from '@portal/contract/saved-views';
import { listServiceCountries } from '@portal/contract/service-countries';
import {
  expectFirstRequests,
  messagesResponse,
  noSavedViews,
  renderPage,
  reply,
} from '@portal/shared/testing';
import declared from '../first-requests.json';
import HistoryPage from './features/history/history-page.tsx';
import MessagesPlate from './features/history/messages-plate.tsx';
import ReportPage from './features/report/report-page.tsx';

const handlers = [
  reply(listMessages, messagesResponse),
  reply(getMessageTotals),
  reply(listServiceCountries),
  reply(listSavedViews, noSavedViews),
  reply(getMessagingReport),
];
const period = 'start_date=2026-11-01&end_date=2026-11-20';

test.each([
  ['history', <HistoryPage key="history" />, ''],
  ['history', <HistoryPage key="history" />, `?${period}&status=delivered&country=ee&limit=50`],
  ['report', <ReportPage key="report" />, ''],
  ['report', <ReportPage key="report" />, `?${period}&group_by=day`],
] as const)('the page %s sends what is declared as its first requests, case %#', async (id, page, search) => {
  renderPage(page, { path: '/page', url: `/page${search}`, handlers });
  await expectFirstRequests({ declared, kind: 'pages', id, search });
});

test('the plate sends what is declared as its first requests', async () => {
  const timeZone = 'Pacific/Kiritimati';
  renderPage(<MessagesPlate />, { handlers, timeZone });
  await expectFirstRequests({ declared, kind: 'plates', id: 'messages', timeZone });
});
