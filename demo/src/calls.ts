import { createPriceBook, freeOfCharge, type PriceRow, placeOf, rateCall, ratesOf } from '@portal/bff/rating';
import type { Row } from './copy-rows.ts';
import { byName, byWeight, type Random } from './random.ts';
import { demoTariff } from './tariff.ts';

export interface CallsPlan {
  accountId: string;
  serviceId: string;
  /** In order. */
  moments: readonly number[];
  /** No call ends after this time; the latest answered calls before it have no price yet. */
  anchorMs: number;
  ownNumbers: readonly OwnNumber[];
}

export interface OwnNumber {
  number: string;
  label: string | null;
  country: string;
  rented_at: string;
}

const outcomes = byWeight([
  [{ result: 'answered', sip: 200, reason: 'OK', q850: 16, source: 'callee' }, 612],
  [{ result: 'no_answer', sip: 480, reason: 'Temporarily Unavailable', q850: 19, source: 'network' }, 158],
  [{ result: 'busy', sip: 486, reason: 'Busy Here', q850: 17, source: 'callee' }, 72],
  [{ result: 'canceled', sip: 487, reason: 'Request Terminated', q850: 16, source: 'caller' }, 82],
  [{ result: 'rejected', sip: 603, reason: 'Decline', q850: 21, source: 'callee' }, 30],
  [{ result: 'invalid_number', sip: 404, reason: 'Not Found', q850: 1, source: 'network' }, 22],
  [{ result: 'congestion', sip: 503, reason: 'Service Unavailable', q850: 34, source: 'network' }, 13],
  [{ result: 'failed', sip: 500, reason: 'Server Internal Error', q850: 127, source: 'network' }, 8],
  [{ result: 'blocked_balance', sip: 402, reason: 'Payment Required', q850: null, source: 'network' }, 3],
] as const);

const destinations = byWeight(demoTariff.map((destination) => [destination, destination.weight] as const));
const codecs = byName({ opus: 5, pcma: 4, g722: 2 });

const unratedWindowMs = 24 * 3_600_000;

/** Generates the demonstration's calls, one for each time in `moments`. */
export function* demoCalls(plan: CallsPlan, random: Random): Generator<Row> {
  const book = createPriceBook(demoTariff);
  const contacts = createContacts(random);
  const price = memoized(rateCall);
  const ownNumber = byWeight(plan.ownNumbers.map((own, index) => [own, 1 / (index + 1)] as const));
  for (const startedMs of plan.moments) {
    const own = rentedBy(startedMs, ownNumber(random), plan.ownNumbers);
    const isInbound = random.isHit(0.13);
    const other = contacts();
    const call = callOf(plan, startedMs, random);
    const [from, to] = isInbound ? [other, own] : [own, other];
    const rate = book.find(to.number);
    yield {
      ...call,
      direction: isInbound ? 'inbound' : 'outbound',
      number_from: from.number,
      number_from_name: isInbound ? null : own.label,
      country_from: from.country,
      number_to: to.number,
      country: to.country,
      ...placeOf(rate),
      ...(isInbound ? { ...freeOfCharge, rated: true } : chargeOf(rate, call, plan, price)),
    };
  }
}

/** Returns the number, or the first number for times before it was rented. */
function rentedBy(startedMs: number, own: OwnNumber, all: readonly OwnNumber[]): OwnNumber {
  return Date.parse(own.rented_at) <= startedMs ? own : (all[0] ?? own);
}

function callOf({ accountId, serviceId, anchorMs }: CallsPlan, startedMs: number, random: Random) {
  const outcome = outcomes(random);
  const pddMs = Math.round(Math.min(9_000, random.skewed(1_700, 0.8)));
  const ringSeconds =
    outcome.result === 'invalid_number' ? 0 : random.integer(2, outcome.result === 'no_answer' ? 60 : 24);
  const isAnswered = outcome.result === 'answered';
  const talk = Math.round(
    Math.min(5_400, random.isHit(0.05) ? random.integer(1, 10) : Math.max(1, random.skewed(95, 1.25))),
  );
  const answeredMs = startedMs + pddMs + ringSeconds * 1000;
  const left = Math.floor((anchorMs - answeredMs) / 1000);
  const duration = isAnswered ? Math.max(1, Math.min(talk, left)) : 0;
  return {
    account_id: accountId,
    service_id: serviceId,
    started: new Date(startedMs).toISOString(),
    cdr_id: `cdr_${random.hex(16)}`,
    call_id: `${random.hex(6)}-${random.hex(2)}@198.51.100.${random.integer(2, 40)}`,
    answered: isAnswered ? new Date(answeredMs).toISOString() : null,
    ended: new Date(answeredMs + duration * 1000).toISOString(),
    result: outcome.result,
    sip_code: outcome.sip,
    sip_reason: outcome.reason,
    q850_cause: outcome.q850,
    hangup_source: isAnswered && random.isHit(0.45) ? 'caller' : outcome.source,
    duration_seconds: duration,
    ring_seconds: ringSeconds,
    pdd_ms: pddMs,
    codec: isAnswered ? codecs(random) : null,
    mos: isAnswered ? (3.4 + random.next()).toFixed(1) : null,
  };
}

function chargeOf(
  rate: PriceRow | undefined,
  call: { duration_seconds: number; started: string },
  { anchorMs }: CallsPlan,
  price: typeof rateCall,
) {
  if (rate === undefined) throw new Error('the demonstration calls nobody outside its tariff');
  const isPending =
    call.duration_seconds > 0 &&
    anchorMs - Date.parse(call.started) < unratedWindowMs &&
    call.duration_seconds % 11 === 0;
  if (isPending) return { ...freeOfCharge, rated: false };
  return { ...ratesOf(rate), ...price(call.duration_seconds, rate), rated: true };
}

/** Creates contacts that are called repeatedly, some far more often than others. */
function createContacts(random: Random) {
  const newContact = () => {
    const { numbers, country } = destinations(random);
    return { number: random.numberIn(numbers), country };
  };
  const contacts = Array.from({ length: 900 }, newContact);
  return () => contacts[Math.floor(random.next() ** 2.2 * contacts.length)] ?? newContact();
}

/** Caches prices: the same duration and rate occur thousands of times, and exact arithmetic is slow. */
function memoized(rate: typeof rateCall): typeof rateCall {
  const known = new Map<string, ReturnType<typeof rateCall>>();
  return (duration, price) => {
    const key = [duration, ...Object.values(ratesOf(price))].join('/');
    const found = known.get(key) ?? rate(duration, price);
    known.set(key, found);
    return found;
  };
}
