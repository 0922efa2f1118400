import { type MessageStatus, messageStatuses } from '@portal/contract/messages';

/** How far a message has come. A status is followed by those with a higher number only. */
const steps: Readonly<Record<MessageStatus, number>> = {
  scheduled: 0,
  queued: 1,
  sent: 2,
  accepted: 3,
  // The carrier does not know the outcome; it may report it later.
  unknown: 4,
  delivered: 5,
  undelivered: 5,
  expired: 5,
  rejected: 5,
  deleted: 5,
  canceled: 5,
  failed: 5,
  received: 5,
  read: 6,
};

/** Whether a message can get a status. Reports arrive late, twice and in any order: a status never goes backwards. */
export function canFollow(before: MessageStatus, next: MessageStatus): boolean {
  if (before === 'received' || next === 'received') return false;
  if (next === 'read') return steps[before] < 5 || before === 'delivered';
  return steps[next] > steps[before];
}

/** Statuses of messages that wait for their outcome. */
export const pendingStatuses = messageStatuses.filter((status) => steps[status] < steps.unknown);

/** Other words for statuses. */
const names: ReadonlyMap<string, MessageStatus> = new Map<string, MessageStatus>([
  // SMPP 3.4, the states and what `stat:` says in a delivery receipt.
  ['enroute', 'sent'],
  ['delivrd', 'delivered'],
  ['expired', 'expired'],
  ['deleted', 'deleted'],
  ['undeliv', 'undelivered'],
  ['undeliverable', 'undelivered'],
  ['acceptd', 'accepted'],
  ['unknown', 'unknown'],
  ['rejectd', 'rejected'],
  ['skipped', 'failed'],
  // Gateways' own words.
  ['pending', 'queued'],
  ['sending', 'sent'],
  ['dispatched', 'sent'],
  ['dlr_unconfirmed', 'sent'],
  ['delivered_to_operator', 'sent'],
  ['delivered_to_handset', 'delivered'],
  ['dlr_timeout', 'expired'],
  ['gw_reject', 'rejected'],
  ['aborted', 'rejected'],
  ['cancelled', 'canceled'],
  ['gw_timeout', 'failed'],
  ['receiving', 'received'],
]);

/** SMPP's message_state, by number. */
const states: readonly MessageStatus[] = [
  'scheduled',
  'sent',
  'delivered',
  'expired',
  'deleted',
  'undelivered',
  'accepted',
  'unknown',
  'rejected',
  'failed',
];

/** Reads a status of the portal, of SMPP (by name or number) or of a known gateway; undefined for another word. */
export function readStatus(text: string): MessageStatus | undefined {
  if (/^\d$/.test(text)) return states[Number(text)];
  const name = text.toLowerCase();
  return messageStatuses.find((status) => status === name) ?? names.get(name);
}

/** How long a message waits for its outcome, unless it says so itself. */
export const validityMs = 48 * 3_600_000;

/** Milliseconds from sending to delivery, both RFC 3339; null for weeks, which no latency is and the database's type cannot hold. */
export function latencyMs(sent: string, delivered: string): number | null {
  const latency = Math.max(0, Date.parse(delivered) - Date.parse(sent));
  return latency < 2 ** 31 ? latency : null;
}
