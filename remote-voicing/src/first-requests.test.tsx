import { test } from '@jest/globals';
import { getCallTotals, listCdrs } from '@portal/contract/cdr';
import { listRentedNumbers } from '@portal/contract/rented-numbers';
import { listSavedViews } from '@portal/contract/saved-views';
import { listServiceCountries } from '@portal/contract/service-countries';
import { listVoicingStats } from '@portal/contract/voicing-stats';
import {
  expectFirstRequests,
  noSavedViews,
  renderPage,
  reply,
  voicingStatsResponse,
} from '@portal/shared/testing';
import declared from '../first-requests.json';
import CallsPlate from './features/cdr/calls-plate.tsx';
import CdrPage from './features/cdr/cdr-page.tsx';
import NumbersPlate from './features/rented-numbers/numbers-plate.tsx';
import RentedNumbersPage from './features/rented-numbers/rented-numbers-page.tsx';
import ReportPage from './features/report/report-page.tsx';

const handlers = [
  reply(listCdrs),
  reply(getCallTotals),
  reply(listServiceCountries),
  reply(listSavedViews, noSavedViews),
  reply(listVoicingStats, voicingStatsResponse),
  reply(listRentedNumbers),
];
const period = 'start_date=2026-11-01&end_date=2026-11-20';

test.each([
  ['cdr', <CdrPage key="cdr" />, ''],
  ['cdr', <CdrPage key="cdr" />, `?language=de&${period}&result=busy,failed&direction=inbound&country=ee`],
  ['report', <ReportPage key="report" />, ''],
  ['report', <ReportPage key="report" />, `?${period}&filter=country&order=-cost&limit=50`],
  ['rented-numbers', <RentedNumbersPage key="numbers" />, '?order=-number'],
] as const)('the page %s sends what is declared as its first requests, case %#', async (id, page, search) => {
  renderPage(page, { path: '/page', url: `/page${search}`, handlers });
  await expectFirstRequests({ declared, kind: 'pages', id, search });
});

test.each([
  ['calls', <CallsPlate key="calls" />],
  ['numbers', <NumbersPlate key="numbers" />],
] as const)('the plate %s sends what is declared as its first requests', async (id, plate) => {
  // Where it is another day.
  const timeZone = 'Pacific/Kiritimati';
  renderPage(plate, { handlers, timeZone });
  await expectFirstRequests({ declared, kind: 'plates', id, timeZone });
});
