import type { MessageStatus } from '@portal/contract/messages';
import type { Currency } from '@portal/contract/money';
import type { Transaction } from '../../database/database.ts';
import { insertInto, sql } from '../../database/sql.ts';
import { Big } from '../../listing/decimal.ts';
import { postEntry } from '../ledger/post-entry.ts';
import { rateMessage } from '../rates/message-rating.ts';
import { canFollow } from './message-status.ts';

export interface DeliveryReport {
  provider_id: string;
  service_id?: string | undefined;
  status: MessageStatus | undefined;
  error_code?: string | undefined;
  error_name?: string | undefined;
  error_permanent?: boolean | undefined;
  /** RFC 3339. */
  at: string;
}

export interface ReportResult {
  provider_id: string;
  /** `unchanged` if the message had got further; `unknown` if there is none yet; `ambiguous` if several have this id. */
  result: 'applied' | 'unchanged' | 'unknown' | 'ambiguous';
}

interface StoredMessage {
  account_id: string;
  service_id: string;
  currency: Currency;
  created: string;
  message_id: string;
  status: MessageStatus;
  direction: 'outbound' | 'inbound';
  parts: number;
  unit_price: string;
  price: string;
  /** Null if no price can change: it was charged before the ledger, or an invoice contains it. */
  batch_id: string | null;
}

/** Applies reports in their order, and charges or credits what they change: a message costs something once it was sent. */
export async function applyReports(
  tx: Transaction,
  name: string,
  reports: readonly DeliveryReport[],
): Promise<ReportResult[]> {
  const results: ReportResult[] = [];
  const charges: { message: StoredMessage; difference: Big; at: string }[] = [];
  for (const report of reports) {
    const { provider_id, status, at } = report;
    const [message, ...others] = await findMessages(tx, report);
    if (message === undefined || others.length > 0 || status === undefined) {
      results.push({ provider_id, result: message === undefined ? 'unknown' : 'ambiguous' });
      continue;
    }
    if (!canFollow(message.status, status)) {
      results.push({ provider_id, result: 'unchanged' });
      continue;
    }
    const rated =
      message.batch_id === null ? message.price : rateMessage({ ...message, status }, message).price;
    await updateMessage(tx, message, report, rated);
    const difference = new Big(rated).minus(message.price);
    if (!difference.eq(0)) charges.push({ message, difference, at });
    results.push({ provider_id, result: 'applied' });
  }
  const batchOf = ({ message }: (typeof charges)[number]) => `${message.service_id} ${message.batch_id}`;
  for (const ofBatch of Map.groupBy(charges, batchOf).values()) await postDifference(tx, name, ofBatch);
  return results;
}

async function findMessages(tx: Transaction, { provider_id, service_id }: DeliveryReport) {
  return tx.query<StoredMessage>(sql`
    select m.account_id, m.service_id, currency, m.created, message_id, m.status, direction, parts, unit_price, price,
      (select b.batch_id from usage_batches b
        where b.account_id = m.account_id and b.service_id = m.service_id and b.batch_id = m.batch_id
          and not exists (select from invoiced_usage d
            where d.account_id = b.account_id and d.service_id = b.service_id and d.batch_id = b.batch_id)) as batch_id
    from messages m join services using (account_id, service_id)
    where provider_id = ${provider_id} and direction = 'outbound'
      and (${service_id ?? null}::text is null or m.service_id = ${service_id ?? null})
    limit 2
    for update of m`);
}

async function updateMessage(
  tx: Transaction,
  { account_id, service_id, created, message_id }: StoredMessage,
  { status, at, error_code = '', error_name = '', error_permanent }: DeliveryReport,
  price: string,
): Promise<void> {
  const isDelivered = status === 'delivered' || status === 'read';
  const isSent = status !== 'queued' && status !== 'canceled' && status !== 'rejected';
  const isFinal = status !== undefined && !['queued', 'sent', 'accepted', 'unknown'].includes(status);
  await tx.run(sql`
    update messages set status = ${status}, price = ${price},
      error_code = coalesce(nullif(${error_code}, ''), error_code),
      error_name = coalesce(nullif(${error_name}, ''), error_name),
      error_permanent = coalesce(${error_permanent ?? null}::boolean, error_permanent),
      sent = case when ${isSent} then coalesce(sent, ${at}) else sent end,
      delivered = case when ${isFinal} then coalesce(delivered, ${at}) else delivered end,
      latency_ms = case when ${isDelivered} and latency_ms is null
        then greatest(0, extract(epoch from coalesce(delivered, ${at}::timestamptz) - coalesce(sent, ${at}::timestamptz)) * 1000)::integer
        else latency_ms end
    where account_id = ${account_id} and service_id = ${service_id} and created = ${created} and message_id = ${message_id}`);
}

/** Posts what messages of one batch cost more or less, so that batch and corrections are what its messages cost. */
async function postDifference(
  tx: Transaction,
  name: string,
  charges: readonly { message: StoredMessage; difference: Big; at: string }[],
): Promise<void> {
  const [first] = charges;
  const sum = charges.reduce((total, { difference }) => total.plus(difference), new Big(0));
  if (first === undefined || sum.eq(0)) return;
  const { account_id, service_id, currency, batch_id } = first.message;
  const action_key = `delivery:${name}`;
  const difference = sum.toFixed(6);
  const { entry_id } = await postEntry(tx, {
    eventKey: `provider:${action_key}:${batch_id}`,
    kind: 'adjustment',
    reason: `Delivery reports about ${charges.length} messages`,
    actor: 'provider:messaging',
    occurredAt: first.at,
    postings: [
      { account: { account_id, service_id }, currency, amount: sum.times(-1).toFixed(6) },
      { account: 'usage_revenue', currency, amount: difference },
    ],
  });
  const correction = { batch_id, action_key, records: charges.length, difference, entry_id };
  await tx.run(insertInto('usage_corrections', { account_id, service_id, ...correction }));
}
