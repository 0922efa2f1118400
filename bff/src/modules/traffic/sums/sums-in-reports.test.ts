import { expect, test } from '@jest/globals';
import { messageStatuses } from '@portal/contract/messages';
import { reportGroups } from '@portal/contract/messaging-report';
import { voicingGroups } from '@portal/contract/voicing-stats';
import fc from 'fast-check';
import { testPortal } from '../../../testing/test-portal.ts';
import { givenService } from '../../services/services.fixtures.ts';
import { givenCalls } from '../cdr.fixtures.ts';
import { givenMessages } from '../messages.fixtures.ts';
import { findReportRows, findReportTotals } from '../messaging-report.repository.ts';
import { findCallMetrics, findGroupedCalls } from '../voicing-stats.repository.ts';

const portal = testPortal();
const [onlySums, onlyRecords] = [0, 1_000_000];

/** Across a change of clocks and the end of a month, in zones offset by hours, 30 and 45 minutes. */
const [first, last] = [Date.UTC(2026, 8, 28), Date.UTC(2026, 10, 3)];
const moment = fc
  .integer({ min: first / 1000, max: last / 1000 })
  .map((s) => new Date(s * 1000).toISOString());
const timezone = fc.constantFrom(
  'Europe/Tallinn',
  'Asia/Kathmandu',
  'Australia/Adelaide',
  'America/New_York',
);
const period = fc
  .tuple(moment, moment)
  .filter(([one, other]) => one !== other)
  .map((moments) => {
    const [start_utc = '', end_utc = ''] = moments.toSorted();
    return { start_utc, end_utc };
  });
const paging = { limit: 100, offset: 0 };

async function owner(type: 'voicing' | 'messaging') {
  const { account } = await portal.customer();
  const { service_id } = await givenService(portal.database, account.account_id, { type });
  return { account_id: account.account_id, service_id };
}

test('reports of calls say the same from sums as from calls, in any period, zone and group', async () => {
  const of = await owner('voicing');
  const call = fc.record({
    started: moment,
    country: fc.constantFrom('de', 'fi', null),
    destination: fc.constantFrom('Germany', null),
    direction: fc.constantFrom('outbound' as const, 'inbound' as const),
    result: fc.constantFrom('answered', 'busy', 'no_answer', 'failed'),
    duration_seconds: fc.integer({ min: 0, max: 400 }),
    pdd_ms: fc.option(fc.integer({ min: 0, max: 40_000 })),
  });
  await givenCalls(portal.database, of, fc.sample(call, { numRuns: 400, seed: 7 }));
  const traffic = { accountId: of.account_id, serviceId: of.service_id };
  await fc.assert(
    fc.asyncProperty(
      period,
      timezone,
      fc.uniqueArray(fc.constantFrom(...voicingGroups), { minLength: 1, maxLength: 2 }),
      async (within, zone, groups) => {
        const query = {
          ...traffic,
          ...paging,
          period: within,
          timezone: zone,
          groups,
          order: `-${groups[0]}`,
        };
        const of = (most: number) =>
          portal.database.withAccount(traffic.accountId, async (tx) => ({
            report: await findGroupedCalls(tx, query, most),
            totals: await findCallMetrics(tx, query, most),
          }));
        expect(withoutPercentiles(await of(onlySums))).toEqual(withoutPercentiles(await of(onlyRecords)));
      },
    ),
    { numRuns: 60 },
  );
});

test('reports of messages say the same from sums as from messages', async () => {
  const of = await owner('messaging');
  const message = fc.record({
    created: moment,
    country: fc.constantFrom('ee', null),
    operator: fc.constantFrom('Telia', null),
    sender: fc.constantFrom('DALAT', 'SHOP'),
    campaign_name: fc.constantFrom('Autumn', null),
    status: fc.constantFrom(...messageStatuses),
    latency_ms: fc.option(fc.integer({ min: 0, max: 9_000_000 })),
    parts: fc.integer({ min: 1, max: 4 }),
    sent: fc.constantFrom(null, '2026-11-01T00:00:00Z'),
  });
  await givenMessages(portal.database, of, fc.sample(message, { numRuns: 400, seed: 7 }));
  const traffic = { accountId: of.account_id, serviceId: of.service_id };
  await fc.assert(
    fc.asyncProperty(
      period,
      timezone,
      fc.uniqueArray(fc.constantFrom(...reportGroups), { minLength: 1, maxLength: 3 }),
      async (within, zone, groups) => {
        const query = { ...traffic, ...paging, period: within, timezone: zone, groups, order: '-messages' };
        const of = (most: number) =>
          portal.database.withAccount(traffic.accountId, async (tx) => ({
            rows: await findReportRows(tx, query, most),
            totals: await findReportTotals(tx, query, most),
          }));
        expect(withoutPercentiles(await of(onlySums))).toEqual(withoutPercentiles(await of(onlyRecords)));
      },
    ),
    { numRuns: 60 },
  );
});

/** Those of sums are estimates: see percentileOf. */
function withoutPercentiles(report: unknown): unknown {
  const estimated = ['pdd_ms_p50', 'pdd_ms_p95', 'latency_ms_p50'];
  return JSON.parse(JSON.stringify(report, (name, value) => (estimated.includes(name) ? undefined : value)));
}
