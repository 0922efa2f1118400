import type { MessageStatus } from '@portal/contract/messages';
import { Conflict } from '../../database/conflict.ts';
import type { Transaction } from '../../database/database.ts';
import { sql } from '../../database/sql.ts';
import { Big } from '../../listing/decimal.ts';
import { postCorrection } from '../ledger/post-usage.ts';
import { rateMessage } from '../rates/message-rating.ts';
import { closedMonth, documentOfUsage } from '../usage/invoiced-usage.ts';
import { canFollow, latencyMs } from './message-status.ts';
import { notifyOfStatuses, type ReportedMessage } from './notify-of-statuses.ts';

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
  /**
   * `unchanged` if the message had got further; `unknown` if there is none yet; `ambiguous` if several have this id;
   * `impossible_time` if the time is in the future, or minutes before the message was created.
   */
  result: 'applied' | 'unchanged' | 'unknown' | 'ambiguous' | 'impossible_time';
}

interface StoredMessage extends ReportedMessage {
  provider_id: string;
  direction: 'outbound' | 'inbound';
  unit_price: string;
  /** Null if no price can change: it was charged before the ledger, or an invoice contains it. */
  batch_id: string | null;
}

const dayMs = 86_400_000;
/** How far the clocks of those that create and that deliver a message may differ. */
const toleranceMs = 300_000;

interface Change {
  before: StoredMessage;
  after: StoredMessage;
  /** The time of the first report that changed it. */
  at: string;
}

/**
 * Applies reports in their order, charges or credits what they change, because a message costs something once it was sent, and
 * notifies webhooks. Parallel requests lock messages, sums of traffic and services in one order, so that each waits for the other
 * at most once.
 */
export async function applyReports(
  tx: Transaction,
  name: string,
  reports: readonly DeliveryReport[],
): Promise<ReportResult[]> {
  const stored = Map.groupBy(await lockMessages(tx, reports), ({ provider_id }) => provider_id);
  const changes = new Map<StoredMessage, Change>();
  const results = reports.map((report): ReportResult => {
    const { provider_id, service_id, status } = report;
    if (Date.parse(report.at) > Date.now() + dayMs) return { provider_id, result: 'impossible_time' };
    const found = stored.get(provider_id) ?? [];
    const [before, ...others] = found.filter(
      (one) => service_id === undefined || one.service_id === service_id,
    );
    if (before === undefined) return { provider_id, result: 'unknown' };
    if (others.length > 0 || status === undefined) return { provider_id, result: 'ambiguous' };
    const earlyMs = Date.parse(before.created) - Date.parse(report.at);
    if (earlyMs > toleranceMs) return { provider_id, result: 'impossible_time' };
    // Nothing happens to a message before it is created.
    const at = earlyMs > 0 ? before.created : report.at;
    const change = changes.get(before) ?? { before, after: before, at };
    if (!canFollow(change.after.status, status)) return { provider_id, result: 'unchanged' };
    changes.set(before, { ...change, after: reported(change.after, { ...report, at }, status) });
    return { provider_id, result: 'applied' };
  });
  const ordered = [...stored.values()].flat().flatMap((message) => changes.get(message) ?? []);
  const ofServices = Map.groupBy(ordered, ({ before }) => `${before.account_id} ${before.service_id}`);
  for (const [, ofService] of [...ofServices].toSorted(([one], [other]) => (one < other ? -1 : 1))) {
    await updateMessages(tx, ofService);
    await requireOpenMonths(tx, ofService);
    for (const ofBatch of Map.groupBy(ofService, ({ before }) => before.batch_id).values())
      await postDifference(tx, name, ofBatch);
  }
  await notifyOfStatuses(
    tx,
    ordered.map(({ after }) => after),
  );
  return results;
}

/** Returns the messages of all reports, locked. */
async function lockMessages(tx: Transaction, reports: readonly DeliveryReport[]): Promise<StoredMessage[]> {
  const ids = reports.map(({ provider_id }) => provider_id);
  return tx.query<StoredMessage>(sql`
    select m.account_id, m.service_id, provider_id, client_ref, sender, recipient, currency, m.created, message_id,
      m.status, direction, parts, unit_price, price,
      error_code, error_name, error_permanent, sent, delivered, latency_ms,
      (select b.batch_id from usage_batches b
        where b.account_id = m.account_id and b.service_id = m.service_id and b.batch_id = m.batch_id
          and not exists (${documentOfUsage} and d.month = (${closedMonth(sql`m.created`)}))) as batch_id
    from messages m join services using (account_id, service_id)
    where provider_id = any(${ids}::text[]) and direction = 'outbound'
    order by m.account_id, m.service_id, m.created, message_id
    for update of m`);
}

/** Returns the message as a report changes it. */
function reported(message: StoredMessage, report: DeliveryReport, status: MessageStatus): StoredMessage {
  const { at, error_code, error_name, error_permanent } = report;
  const isDelivered = status === 'delivered' || status === 'read';
  const isSent = status !== 'queued' && status !== 'canceled' && status !== 'rejected';
  const isFinal = !['queued', 'sent', 'accepted', 'unknown'].includes(status);
  const latency = () => latencyMs(message.sent ?? at, message.delivered ?? at);
  return {
    ...message,
    status,
    price: message.batch_id === null ? message.price : rateMessage({ ...message, status }, message).price,
    error_code: error_code || message.error_code,
    error_name: error_name || message.error_name,
    error_permanent: error_permanent ?? message.error_permanent,
    sent: isSent ? (message.sent ?? at) : message.sent,
    delivered: isFinal ? (message.delivered ?? at) : message.delivered,
    latency_ms: isDelivered ? (message.latency_ms ?? latency()) : message.latency_ms,
  };
}

/** One statement, because the sums of traffic are locked in order within each. */
async function updateMessages(tx: Transaction, changes: readonly Change[]): Promise<void> {
  await tx.run(sql`
    update messages m set status = c.status, price = c.price, error_code = c.error_code, error_name = c.error_name,
      error_permanent = c.error_permanent, sent = c.sent, delivered = c.delivered, latency_ms = c.latency_ms
    from json_populate_recordset(null::messages, ${JSON.stringify(changes.map(({ after }) => after))}) c
    where m.account_id = c.account_id and m.service_id = c.service_id and m.created = c.created and m.message_id = c.message_id`);
}

/**
 * Locks the service if the price of a message has changed, as the closing of a month does, and throws a conflict if an invoice
 * has been issued since `lockMessages`, with the former price. Not before the messages: imports lock sums of traffic and services
 * in this order.
 */
async function requireOpenMonths(tx: Transaction, changes: readonly Change[]): Promise<void> {
  const priced = changes.filter(({ before, after }) => !new Big(after.price).eq(before.price));
  const [first] = priced;
  if (first === undefined) return;
  const { account_id, service_id } = first.before;
  await tx.run(sql`
    select from services where account_id = ${account_id} and service_id = ${service_id} for no key update`);
  const invoiced = await tx.first(sql`
    select 1
    from json_to_recordset(${JSON.stringify(priced.map(({ before }) => before))}::json) m(created timestamptz, batch_id text)
    join usage_batches b on b.account_id = ${account_id} and b.service_id = ${service_id} and b.batch_id = m.batch_id
    where exists (${documentOfUsage} and d.month = (${closedMonth(sql`m.created`)})) limit 1`);
  if (invoiced !== undefined) throw new Conflict(`an invoice of ${service_id} was issued meanwhile`);
}

/**
 * Posts what messages of one batch cost more or less, so that batch and corrections are what its messages cost. Differences that cancel out
 * are noted as well: a month of the batch may have been closed without a document.
 */
async function postDifference(tx: Transaction, name: string, changes: readonly Change[]): Promise<void> {
  const differences = changes
    .map(({ before, after, at }) => ({ before, at, difference: new Big(after.price).minus(before.price) }))
    .filter(({ difference }) => !difference.eq(0));
  const [first] = differences;
  if (first === undefined) return;
  const { account_id, service_id, currency, batch_id } = first.before;
  // The price of a message without a batch never changes.
  if (batch_id === null) return;
  const sum = differences.reduce((total, { difference }) => total.plus(difference), new Big(0));
  const action_key = `delivery:${name}`;
  await postCorrection(tx, {
    ...{ account_id, service_id, batch_id, currency, action_key },
    ...{ records: differences.length, difference: sum.toFixed(6) },
    event: {
      eventKey: `provider:${action_key}:${batch_id}:${service_id}`,
      reason: `Delivery reports about ${differences.length} messages`,
      actor: 'provider:messaging',
      occurredAt: first.at,
    },
  });
}
