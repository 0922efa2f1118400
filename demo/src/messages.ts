import { type MessageTariff, rateMessage } from '@portal/bff/message-rating';
import type { MessageStatus } from '@portal/contract/messages';
import type { Row } from './copy-rows.ts';
import { byName, byWeight, type Random } from './random.ts';
import { type DemoNetwork, demoNetworks } from './tariff.ts';

export interface MessageSlot {
  createdMs: number;
  campaign?: { id: string; name: string };
  /** The status, if it is not random. */
  status?: MessageStatus;
}

export interface MessagesPlan {
  accountId: string;
  serviceId: string;
  slots: readonly MessageSlot[];
  anchorMs: number;
  /** The number that recipients reply to. */
  ownNumber: string;
  tariff: MessageTariff;
}

const finalStatuses = byWeight<MessageStatus>([
  ['delivered', 8_840],
  ['read', 260],
  ['undelivered', 330],
  ['expired', 190],
  ['rejected', 90],
  ['deleted', 20],
  ['canceled', 30],
  ['failed', 60],
  ['unknown', 40],
]);
/** The statuses of messages that are at most a few hours old. */
const recentStatuses = byWeight<MessageStatus>([
  ['delivered', 70],
  ['sent', 10],
  ['accepted', 8],
  ['queued', 6],
  ['scheduled', 6],
]);
const recentMs = 3 * 3_600_000;
const validityMs = 48 * 3_600_000;

const networks = byWeight(demoNetworks.map((network) => [network, network.weight] as const));
const senders = byName({ EXTRADING: 6, EXSHOP: 3, EXPARCEL: 2 });

type Fault = readonly [code: string, name: string, isPermanent: boolean];
const faults: Partial<Record<MessageStatus, (random: Random) => Fault>> = {
  undelivered: byWeight<Fault>([
    [['0x000B', 'EC_ABSENT_SUBSCRIBER', false], 6],
    [['0x0001', 'EC_UNKNOWN_SUBSCRIBER', true], 3],
    [['0x000D', 'EC_CALL_BARRED', true], 1],
  ]),
  expired: byWeight<Fault>([[['0x001B', 'EC_ABSENT_SUBSCRIBER_SM', false], 1]]),
  rejected: byWeight<Fault>([
    [['0x0409', 'EC_DESTINATION_BLOCKED', true], 2],
    [['0x0045', 'EC_SENDER_NOT_REGISTERED', true], 1],
  ]),
  failed: byWeight<Fault>([[['0x0022', 'EC_SYSTEM_FAILURE', false], 1]]),
  unknown: byWeight<Fault>([[['0x00FF', 'EC_UNKNOWN_ERROR', false], 1]]),
};

/** Generates the demonstration's messages, one for each slot. */
export function* demoMessages(plan: MessagesPlan, random: Random): Generator<Row> {
  for (const [index, slot] of plan.slots.entries()) {
    const isReply = slot.campaign === undefined && slot.status === undefined && random.isHit(0.03);
    yield isReply ? received(plan, slot, random) : sent(plan, slot, random, index + 1);
  }
}

function sent(plan: MessagesPlan, slot: MessageSlot, random: Random, number: number): Row {
  const network = networks(random);
  const ageMs = plan.anchorMs - slot.createdMs;
  const status = slot.status ?? (ageMs < recentMs ? recentStatuses(random) : finalStatuses(random));
  const text = textOf(network, slot.campaign !== undefined, random);
  const hasLeft = !['scheduled', 'queued', 'canceled'].includes(status);
  const latencyMs = latencyOf(status, random);
  const [error_code = null, error_name = null, error_permanent = null] = faults[status]?.(random) ?? [];
  const sentMs = slot.createdMs + random.integer(20, 900);
  const rate = plan.tariff.at(new Date(slot.createdMs).toISOString())?.find(network);
  if (rate === undefined) throw new Error(`the demonstration has no price for ${network.operator}`);
  return {
    ...common(plan, slot, network, random),
    provider_id: hasLeft ? random.hex(24) : null,
    client_ref: slot.campaign === undefined ? `order-${10_000 + number}` : null,
    direction: 'outbound',
    sender: slot.campaign === undefined ? senders(random) : 'EXSHOP',
    recipient: random.numberIn(network.numbers),
    status,
    error_code,
    error_name,
    error_permanent,
    sent: hasLeft ? new Date(sentMs).toISOString() : null,
    delivered:
      latencyMs === null ? null : new Date(Math.min(sentMs + latencyMs, plan.anchorMs)).toISOString(),
    latency_ms: status === 'delivered' || status === 'read' ? latencyMs : null,
    ...text,
    ...rateMessage({ direction: 'outbound', status, parts: text.parts }, rate),
    campaign_id: slot.campaign?.id ?? null,
    campaign_name: slot.campaign?.name ?? null,
    validity_until: new Date(slot.createdMs + validityMs).toISOString(),
  };
}

/** Creates a customer's reply, which is free. */
function received(plan: MessagesPlan, slot: MessageSlot, random: Random): Row {
  const network = networks(random);
  return {
    ...common(plan, slot, network, random),
    provider_id: random.hex(24),
    client_ref: null,
    direction: 'inbound',
    sender: random.numberIn(network.numbers),
    recipient: plan.ownNumber,
    status: 'received',
    error_code: null,
    error_name: null,
    error_permanent: null,
    sent: new Date(slot.createdMs - random.integer(400, 4_000)).toISOString(),
    delivered: new Date(slot.createdMs).toISOString(),
    latency_ms: null,
    parts: 1,
    encoding: 'gsm7',
    characters: random.integer(2, 60),
    text: null,
    unit_price: '0.000000',
    price: '0.000000',
    campaign_id: null,
    campaign_name: null,
    validity_until: null,
  };
}

function common(plan: MessagesPlan, { createdMs }: MessageSlot, network: DemoNetwork, random: Random) {
  const { country, mcc, mnc, operator } = network;
  return {
    account_id: plan.accountId,
    service_id: plan.serviceId,
    created: new Date(createdMs).toISOString(),
    message_id: `msg_${random.hex(16)}`,
    channel: 'sms',
    country,
    mcc,
    mnc,
    operator,
  };
}

function latencyOf(status: MessageStatus, random: Random): number | null {
  if (['scheduled', 'queued', 'sent', 'accepted', 'canceled'].includes(status)) return null;
  if (status === 'expired' || status === 'unknown') return validityMs;
  return Math.round(Math.min(6 * 3_600_000, random.skewed(2_900, 1.1)));
}

/** Length and encoding decide the number of segments: 160, then 153 characters in GSM 7-bit; 70, then 67 in UCS-2. */
function textOf({ ucs2 }: DemoNetwork, isCampaign: boolean, random: Random) {
  const encoding = random.isHit(ucs2) ? 'ucs2' : 'gsm7';
  const characters = isCampaign ? random.integer(92, 168) : random.integer(38, 140);
  const [single, each] = encoding === 'ucs2' ? [70, 67] : [160, 153];
  return { encoding, characters, parts: characters <= single ? 1 : Math.ceil(characters / each), text: null };
}
