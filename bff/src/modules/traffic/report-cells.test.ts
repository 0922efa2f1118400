import { beforeAll, expect, test } from '@jest/globals';
import type { CdrQueryInput } from '@portal/contract/cdr';
import { type MessagesQueryInput, messageStatuses } from '@portal/contract/messages';
import { type MessagingReport, reportGroups } from '@portal/contract/messaging-report';
import { callsOfCell, type MessageFigure, messagesOfCell, type RowKey } from '@portal/contract/report-cells';
import { type VoicingStatsPage, voicingGroups } from '@portal/contract/voicing-stats';
import fc from 'fast-check';
import { sql } from '../../database/sql.ts';
import { type TestCustomer, testPortal } from '../../testing/test-portal.ts';
import { givenService } from '../services/services.fixtures.ts';
import { givenCalls } from './cdr.fixtures.ts';
import { givenMessages } from './messages.fixtures.ts';

const portal = testPortal();
/** `npm run bar -- R18` tries 1,000. */
const runs = Number(process.env['REPORT_CELL_RUNS'] ?? 25);
const timeoutMs = 30_000 + runs * 300;

/** Customers with the same records, across a change of clocks, in zones offset by hours, 30 and 45 minutes. */
const zones = ['Europe/Tallinn', 'Asia/Kathmandu', 'Australia/Adelaide'];
interface Owner {
  customer: TestCustomer;
  calls: string;
  messages: string;
}
const owners: Owner[] = [];

const moment = fc
  .integer({ min: Date.UTC(2026, 8, 28) / 1000, max: Date.UTC(2026, 10, 3) / 1000 })
  .map((seconds) => new Date(seconds * 1000).toISOString());
const call = fc.record({
  started: moment,
  number_from: fc.constantFrom('+3726001200', '+37260012001', 'anonymous'),
  country: fc.constantFrom('de', 'fi', null),
  destination: fc.constantFrom('Germany', 'Germany, mobile', null),
  direction: fc.constantFrom('outbound' as const, 'inbound' as const),
  result: fc.constantFrom('answered', 'busy', 'no_answer', 'failed'),
  duration_seconds: fc.integer({ min: 0, max: 3 }),
});
const message = fc.record({
  created: moment,
  country: fc.constantFrom('ee', 'lv', null),
  operator: fc.constantFrom('Telia', 'Telia, Eesti', null),
  sender: fc.constantFrom('DALAT', 'DALAT 2', '+3725550000'),
  campaign_name: fc.constantFrom('Autumn', null),
  status: fc.constantFrom(...messageStatuses),
  error_code: fc.constantFrom('0x000B', '42', null),
});

beforeAll(async () => {
  const calls = fc.sample(call, { numRuns: 400, seed: 11 });
  const messages = fc.sample(message, { numRuns: 400, seed: 11 });
  for (const zone of zones) {
    const customer = await portal.customer();
    const { account_id } = customer.account;
    await portal.database.system.run(
      sql`update accounts set timezone = ${zone} where account_id = ${account_id}`,
    );
    const voicing = await givenService(portal.database, account_id);
    const messaging = await givenService(portal.database, account_id, { type: 'messaging' });
    await givenCalls(portal.database, { account_id, service_id: voicing.service_id }, calls);
    await givenMessages(portal.database, { account_id, service_id: messaging.service_id }, messages);
    const path = (id: string) => `/v1/services/${id}`;
    owners.push({
      customer,
      calls: path(voicing.service_id),
      messages: path(messaging.service_id),
    });
  }
});

const day = fc
  .integer({ min: 0, max: 36 })
  .map((n) => new Date(Date.UTC(2026, 8, 27 + n)).toISOString().slice(0, 10));
const days = fc.tuple(day, day).map((both) => both.toSorted().join('&end_date='));
const place = fc.record({ zone: fc.nat(zones.length - 1), days, picked: fc.nat() });

function addressOf(path: string, filters: CdrQueryInput | MessagesQueryInput | null): string {
  if (filters === null) throw new Error(`no filters select the rows of a cell of ${path}`);
  const given = new URLSearchParams();
  for (const [name, value] of Object.entries(filters))
    if (value !== undefined) given.set(name, String(value));
  return `${path}?${given}`;
}

/** An item that the run chooses, or none of an empty list. */
const pick = <Item>(items: readonly Item[], picked: number) =>
  items.slice(picked % Math.max(1, items.length))[0];

test(
  'a cell of the report of calls links to exactly its calls',
  async () => {
    const groups = fc.uniqueArray(fc.constantFrom(...voicingGroups), { minLength: 1, maxLength: 2 });
    await fc.assert(
      fc.asyncProperty(place, groups, async ({ zone, days: period, picked }, by) => {
        const { customer, calls } = owners[zone]!;
        const report: VoicingStatsPage = (
          await customer.get(`${calls}/stats?start_date=${period}&filter=${by}&limit=100`)
        ).body;
        for (const { key, ...figures } of [
          { key: {}, ...report.summary },
          pick(report.items, picked) ?? { key: {}, ...report.summary },
        ]) {
          const count = async (figure: 'calls' | 'answered') => {
            const filters = callsOfCell(key, report.period, figure);
            const { body } = await customer.get(addressOf(`${calls}/cdr/totals`, filters));
            const list = await customer.get(`${addressOf(`${calls}/cdr`, filters)}&limit=100&totals=none`);
            expect(list.body.items).toHaveLength(Math.min(100, body.total));
            return {
              total: body.total,
              answered: body.summary?.calls_answered,
              cost: Number(body.summary?.cost),
            };
          };
          const [answered, cost] = [figures.calls_answered, Number(figures.cost)];
          expect(await count('calls')).toEqual({ total: figures.calls_total, answered, cost });
          expect((await count('answered')).total).toBe(answered);
        }
      }),
      { numRuns: runs },
    );
  },
  timeoutMs,
);

test.each(['2026-04-04', '2026-10-03'])(
  'hours in which a clock is changed by half an hour link to exactly their calls: %s',
  async (before) => {
    const customer = await portal.customer();
    const { account_id } = customer.account;
    await portal.database.system.run(
      sql`update accounts set timezone = 'Australia/Lord_Howe' where account_id = ${account_id}`,
    );
    const { service_id } = await givenService(portal.database, account_id);
    const first = Date.parse(`${before}T13:05:00Z`);
    const started = Array.from({ length: 24 }, (_, index) => ({
      started: new Date(first + index * 600_000).toISOString(),
    }));
    await givenCalls(portal.database, { account_id, service_id }, started);
    const path = `/v1/services/${service_id}`;
    const after = new Date(first + 86_400_000).toISOString().slice(0, 10);
    const { body } = await customer.get(`${path}/stats?start_date=${before}&end_date=${after}&filter=hour`);
    const report: VoicingStatsPage = body;
    for (const { key, calls_total } of report.items) {
      const list = await customer.get(addressOf(`${path}/cdr/totals`, callsOfCell(key, report.period)));
      expect({ key, total: list.body.total }).toEqual({ key, total: calls_total });
    }
    expect(report.items.reduce((sum, { calls_total }) => sum + calls_total, 0)).toBe(24);
    expect(new Set(report.items.map(({ key }) => key['hour'])).size).toBe(report.items.length);
  },
);

test(
  'a cell of the report of messages links to exactly its messages',
  async () => {
    const groups = fc.uniqueArray(fc.constantFrom(...reportGroups), { minLength: 1, maxLength: 3 });
    const names: MessageFigure[] = ['messages', 'delivered', 'undelivered', 'failed', 'pending', 'received'];
    await fc.assert(
      fc.asyncProperty(place, groups, async ({ zone, days: period, picked }, by) => {
        const { customer, messages } = owners[zone]!;
        const report: MessagingReport = (
          await customer.get(`${messages}/report?start_date=${period}&group_by=${by}&limit=100`)
        ).body;
        const total = async (key: RowKey, figure: MessageFigure) => {
          const filters = messagesOfCell(key, report.period, figure);
          // Grouped by sender, no row has received messages.
          if (figure === 'received' && 'sender' in key) return filters === null ? 0 : Number.NaN;
          const counted = (await customer.get(addressOf(`${messages}/messages/totals`, filters))).body.total;
          const list = await customer.get(`${addressOf(`${messages}/stats`, filters)}&limit=100&totals=none`);
          expect(list.body.items).toHaveLength(Math.min(100, counted));
          return counted;
        };
        const name = names[picked % names.length]!;
        expect(await total({}, name)).toBe(report.summary[name as 'messages']);
        const row = pick(report.items, picked);
        if (row === undefined) return;
        for (const figure of ['messages', name] as const) {
          expect(await total(row.key, figure)).toBe(row[figure as 'messages']);
        }
        const outcomes = [row.undelivered, row.expired, row.rejected, row.failed];
        const notDelivered = outcomes.reduce<number>((sum, count) => sum + (count ?? 0), 0);
        expect(await total(row.key, 'notDelivered')).toBe(notDelivered);
        const [error] = row.top_errors;
        if (error === undefined) return;
        const list = await customer.get(
          `${addressOf(`${messages}/messages/totals`, messagesOfCell(row.key, report.period, 'all'))}&error_code=${error.code}`,
        );
        expect(list.body.total).toBe(error.count);
      }),
      { numRuns: runs },
    );
  },
  timeoutMs,
);
