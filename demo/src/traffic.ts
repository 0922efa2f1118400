import type { AccountRow } from '@portal/bff/accounts';
import type { Transaction } from '@portal/bff/database';
import { requireMessageTariff } from '@portal/bff/message-prices';
import { sql } from '@portal/bff/sql';
import type { DateTime } from 'luxon';
import { demoCalls, type OwnNumber } from './calls.ts';
import { copyRows, type Row } from './copy-rows.ts';
import { type DemoDay, momentsAroundClockChanges, momentsOf, shareOut } from './days.ts';
import { demoMessages, type MessageSlot } from './messages.ts';
import type { Random } from './random.ts';

export interface TrafficPlan {
  account: AccountRow;
  serviceId: string;
  anchor: DateTime;
  days: readonly DemoDay[];
  count: number;
}

export async function insertDemoCalls(tx: Transaction, plan: TrafficPlan, random: Random): Promise<void> {
  const { account, serviceId, anchor, days } = plan;
  const counts = shareOut(days, plan.count);
  const moments = days.flatMap((day, index) => momentsOf(day, counts[index] ?? 0, account.timezone, random));
  moments.push(...momentsAroundClockChanges(days, account.timezone, random));
  const ownNumbers = await findOwnNumbers(tx, account.account_id, serviceId);
  // A call that starts just before the anchor would end after it.
  const lastMs = anchor.toMillis() - 90_000;
  const started = moments.filter((moment) => moment < lastMs).sort((a, b) => a - b);
  const calls = demoCalls(
    { accountId: account.account_id, serviceId, moments: started, anchorMs: anchor.toMillis(), ownNumbers },
    random,
  );
  await copyRows(tx, { table: 'cdrs', time: 'started' }, inBatches(calls, 'started', days));
}

export async function insertDemoMessages(
  tx: Transaction,
  plan: TrafficPlan & { service: Parameters<typeof requireMessageTariff>[1] },
  random: Random,
): Promise<void> {
  const { account, serviceId, anchor, days } = plan;
  const tariff = await requireMessageTariff(tx, plan.service);
  const [own] = await findOwnNumbers(tx, account.account_id, serviceId);
  const counts = shareOut(days, plan.count);
  const slots: MessageSlot[] = days.flatMap((day, index) => [
    ...momentsOf(day, counts[index] ?? 0, account.timezone, random).map((createdMs) => ({ createdMs })),
    ...campaignOf(day, random),
  ]);
  // At any hour there are recent messages in each pending status.
  for (let index = 0; index < 25; index += 1) {
    const status = latest[index % latest.length] ?? 'sent';
    slots.push({ createdMs: anchor.toMillis() - (index + 1) * 5 * 60_000, status });
  }
  slots.sort((a, b) => a.createdMs - b.createdMs);
  const messages = demoMessages(
    {
      accountId: account.account_id,
      serviceId,
      slots,
      anchorMs: anchor.toMillis(),
      ownNumber: own?.number ?? '',
      tariff,
    },
    random,
  );
  await copyRows(tx, { table: 'messages', time: 'created' }, inBatches(messages, 'created', days));
}

/** Adds the batch by which a record is charged: one for each day. The rows are sorted by time. */
function* inBatches(rows: Iterable<Row>, time: string, days: readonly DemoDay[]): Generator<Row> {
  let index = 0;
  for (const row of rows) {
    const moment = Date.parse(String(row[time]));
    while (moment >= (days[index + 1]?.startMs ?? Number.POSITIVE_INFINITY)) index += 1;
    yield { ...row, batch_id: `demo-${days[index]?.date}` };
  }
}

const latest = ['queued', 'scheduled', 'sent', 'accepted', 'delivered', 'delivered', 'delivered'] as const;

const campaigns = ['Weekend offer', 'New season', 'Loyal customers', 'Parcel week'] as const;

/** Adds a campaign every second Thursday at eleven: a few hundred messages within half an hour. */
function campaignOf({ date, startMs, endMs }: DemoDay, random: Random): MessageSlot[] {
  const day = Math.floor(Date.parse(date) / 86_400_000);
  const fromMs = startMs + 11 * 3_600_000;
  if (day % 14 !== 0 || fromMs + 1_800_000 > endMs) return [];
  const campaign = {
    id: `cmp_${date.replaceAll('-', '')}`,
    name: campaigns[(day / 14) % campaigns.length] ?? campaigns[0],
  };
  return Array.from({ length: random.integer(380, 620) }, () => ({
    createdMs: fromMs + random.integer(0, 1_800_000),
    campaign,
  }));
}

function findOwnNumbers(tx: Transaction, accountId: string, serviceId: string): Promise<OwnNumber[]> {
  return tx.query<OwnNumber>(sql`
    select number, label, country, rented_at from rented_numbers
    where account_id = ${accountId} and service_id = ${serviceId} and status in ('active', 'suspended')
    order by number_id`);
}
