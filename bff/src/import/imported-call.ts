import { hash } from 'node:crypto';
import {
  freeOfCharge,
  type PriceRow,
  placeOf,
  rateCall,
  ratesOf,
  type Tariff,
} from '../modules/rates/rating.ts';
import { isInternal, normalizeNumber } from '../phone-numbers/normalize-number.ts';
import type { CallRecord } from './call-record.ts';
import { LineFault } from './line-fault.ts';

export interface CallContext {
  /** The dial code of the account's country, for numbers without an international prefix. */
  dialCode: string | undefined;
  tariff: Tariff;
  /** The service's rented numbers in E.164, each with when it is rented: calls to it are inbound then. */
  ownNumbers: ReadonlyMap<string, RentedTime>;
  /** The time now, which an import from a pipe may follow for days. Milliseconds since 1970. */
  nowMs(): number;
  /** Older records are not stored. */
  oldestMs: number;
  /** Whether the records are stored already: an earlier version may have accepted what is refused now. */
  areStored?: boolean;
}

/** Milliseconds since 1970, the second exclusive; infinite while the number is rented. */
export interface RentedTime {
  fromMs: number;
  untilMs: number;
}

export type ImportedCall = ReturnType<typeof toImportedCall>;

/**
 * Converts a record to a call with its price: inbound, internal, unanswered and excluded calls cost nothing. An answered call to
 * what is neither a phone number nor internal is unrated. Throws LineFault.
 */
export function toImportedCall(record: CallRecord, context: CallContext) {
  refuseImpossible(record);
  const times = timesOf(record, context);
  const number_from = normalizeNumber(record.from, context.dialCode) || 'anonymous';
  const number_to = normalizeNumber(record.to, context.dialCode) || 'unknown';
  const direction = isRented(context.ownNumbers.get(number_to), record.times.startMs)
    ? 'inbound'
    : 'outbound';
  const prices = context.tariff.at(times.started);
  if (prices === undefined) throw new LineFault(`the price list has no prices for ${times.started}`);
  const rate = prices.find(number_to);
  const isFree = direction === 'inbound' || record.isOmitted === true || isInternal(record.to);
  return {
    cdr_id: `cdr_${hash('sha256', record.key, 'hex').slice(0, 24)}`,
    call_id: record.call_id,
    direction,
    number_from,
    number_to,
    number_from_name: record.number_from_name,
    country: rate?.country ?? null,
    country_from: prices.find(number_from)?.country ?? null,
    ...placeOf(rate),
    result: record.result,
    ...times,
    pdd_ms: record.pdd_ms ?? null,
    sip_code: record.sip_code ?? null,
    sip_reason: record.sip_reason ?? null,
    q850_cause: record.q850_cause ?? null,
    hangup_source: record.hangup_source ?? null,
    codec: record.codec ?? null,
    mos: record.mos ?? null,
    ...(isFree ? { ...freeOfCharge, rated: true } : charge(times.duration_seconds, rate)),
  };
}

/** A number that was given up can be another customer's, or another carrier's: calls to it cost something again. */
function isRented(rented: RentedTime | undefined, ms: number): boolean {
  return rented !== undefined && rented.fromMs <= ms && ms < rented.untilMs;
}

/** Clocks of telephone systems are rounded to seconds. */
const roundedMs = 1_000;

/** Throws LineFault for what no telephone system measures or says, whatever its format allows. */
function refuseImpossible(record: CallRecord): void {
  const { call_id, from, to, codec, result, times, talkSeconds, pdd_ms } = record;
  if (talkSeconds > 0 && result !== 'answered')
    throw new LineFault(`${talkSeconds} seconds of talk contradict the result ${result}`);
  const lengthMs = times.endMs - times.startMs;
  if (lengthMs > 7 * dayMs) throw new LineFault('the call is longer than a week');
  if (talkSeconds * 1000 > lengthMs + roundedMs)
    throw new LineFault(`${talkSeconds} seconds of talk exceed the call`);
  const { answerMs = times.startMs } = times;
  if (answerMs < times.startMs - roundedMs || answerMs > times.endMs + roundedMs)
    throw new LineFault('the answer is not between start and end');
  if ((pdd_ms ?? 0) > lengthMs) throw new LineFault('the call has progressed after its end');
  if (isTooLong([call_id, from, to, codec ?? '']))
    throw new LineFault(`a number, call id or codec is longer than ${longestText} characters`);
}

/** The most characters of a text that is stored: longer ones do not fit into the indexes. */
export const longestText = 255;

export function isTooLong(texts: readonly string[]): boolean {
  return texts.some(({ length }) => length > longestText);
}

function timesOf({ times, talkSeconds }: CallRecord, stored: StoredTime) {
  const { startMs, endMs } = times;
  const answerMs = times.answerMs && Math.min(Math.max(times.answerMs, startMs), endMs);
  return {
    started: possibleTime('start', startMs, stored),
    answered: answerMs === undefined ? null : new Date(answerMs).toISOString(),
    ended: possibleTime('end', endMs, stored),
    duration_seconds: talkSeconds,
    ring_seconds: Math.round(((answerMs ?? endMs) - startMs) / 1000),
  };
}

export const dayMs = 86_400_000;
/** How far the clock of the system that writes the records may be ahead. A wrong time zone is at least a quarter of an hour away. */
const aheadMs = 300_000;

export type StoredTime = Pick<CallContext, 'nowMs' | 'oldestMs' | 'areStored'>;

/** For records that are stored already. */
export const always: StoredTime = {
  nowMs: () => Number.POSITIVE_INFINITY,
  oldestMs: Number.NEGATIVE_INFINITY,
  areStored: true,
};

/** Returns a time in RFC 3339. Throws LineFault if no record can have it, or if it would be deleted. */
export function possibleTime(field: string, ms: number, { nowMs, oldestMs }: StoredTime): string {
  const time = new Date(ms).toISOString();
  if (ms > nowMs() + aheadMs)
    throw new LineFault(
      `${field} ${time} is in the future: is --timezone right, and the clock of the system that wrote it?`,
    );
  if (ms < oldestMs) throw new LineFault(`${field} ${time} is older than records are stored`);
  return time;
}

function charge(seconds: number, rate: PriceRow | undefined) {
  if (rate === undefined) return { ...freeOfCharge, rated: seconds === 0 };
  return { ...ratesOf(rate), ...rateCall(seconds, rate), rated: true };
}
