import { createHash } from 'node:crypto';
import type { CallResult } from '@portal/contract/cdr';
import {
  freeOfCharge,
  type PriceRow,
  placeOf,
  rateCall,
  ratesOf,
  type Tariff,
} from '../modules/rates/rating.ts';
import { epochOfUniqueId, LineFault, type MasterLine, readLocalTime } from './master-line.ts';
import { isE164, isInternal, normalizeNumber } from './normalize-number.ts';

export interface ImportContext {
  timezone: string;
  /** The dial code of the account's country, for numbers without an international prefix. */
  dialCode: string | undefined;
  tariff: Tariff;
  /** The service's rented numbers in E.164: calls to them are inbound. */
  ownNumbers: ReadonlySet<string>;
  nowMs: number;
}

export type ImportedCall = ReturnType<typeof toImportedCall>;

const results: Readonly<Record<string, CallResult>> = {
  ANSWERED: 'answered',
  'NO ANSWER': 'no_answer',
  BUSY: 'busy',
  FAILED: 'failed',
  CONGESTION: 'congestion',
};

const dayMs = 86_400_000;
const earliestMs = Date.UTC(2000, 0, 1);

/**
 * Converts a line to a call with its price: inbound, internal, unanswered and excluded calls cost nothing. An answered call to
 * what is neither a phone number nor internal is unrated. Throws LineFault for an invalid line.
 */
export function toImportedCall(line: MasterLine, context: ImportContext) {
  if (line.uniqueid === '') throw new LineFault('uniqueid is missing');
  const result = results[line.disposition.toUpperCase()];
  if (result === undefined) throw new LineFault(`unknown disposition "${line.disposition.slice(0, 40)}"`);
  const times = readTimes(line, context);
  const number_from = normalizeNumber(line.src, context.dialCode) || 'anonymous';
  const number_to = normalizeNumber(line.dst, context.dialCode) || 'unknown';
  const direction: 'inbound' | 'outbound' = context.ownNumbers.has(number_to) ? 'inbound' : 'outbound';
  const prices = context.tariff.at(times.started);
  if (prices === undefined) throw new LineFault(`the price list has no prices for ${times.started}`);
  const rate = isE164(number_to) ? prices.find(number_to) : undefined;
  const isOmitted = ['OMIT', 'IGNORE'].includes(line.amaflags.toUpperCase());
  const isFree = direction === 'inbound' || isOmitted || isInternal(line.dst);
  return {
    cdr_id: cdrId(line),
    call_id: line.uniqueid,
    direction,
    number_from,
    number_to,
    number_from_name: callerName(line.clid),
    country: rate?.country ?? null,
    country_from: prices.find(number_from)?.country ?? null,
    ...placeOf(rate),
    result,
    ...times,
    ...(isFree ? { ...freeOfCharge, rated: true } : charge(times.duration_seconds, rate)),
  };
}

/** Asterisk writes elapsed seconds beside the clock times; together they resolve the hour that clocks repeat. */
function readTimes(line: MasterLine, { timezone, nowMs }: ImportContext) {
  const duration = wholeSeconds('duration', line.duration);
  const talk = wholeSeconds('billsec', line.billsec);
  if (talk > duration) throw new LineFault(`billsec (${talk}) exceeds duration (${duration})`);
  const startMs = readLocalTime('start', line.start, timezone, epochOfUniqueId(line.uniqueid));
  if (startMs > nowMs + dayMs || startMs < earliestMs)
    throw new LineFault(`start ${line.start} is not a possible date`);
  const endMs = readLocalTime('end', line.end, timezone, startMs + duration * 1000);
  if (endMs < startMs) throw new LineFault(`the call ends (${line.end}) before it starts (${line.start})`);
  const hasAnswer = line.answer !== '';
  const answerMs = hasAnswer
    ? readLocalTime('answer', line.answer, timezone, endMs - talk * 1000)
    : undefined;
  if (answerMs !== undefined && (answerMs < startMs || answerMs > endMs)) {
    throw new LineFault(`the answer (${line.answer}) is not between start and end`);
  }
  // Only a call with talk time is answered: Asterisk may answer a call itself that nobody takes.
  const isAnswered = line.disposition.toUpperCase() === 'ANSWERED';
  const answeredMs = isAnswered ? (answerMs ?? endMs - talk * 1000) : undefined;
  return {
    started: new Date(startMs).toISOString(),
    answered: answeredMs === undefined ? null : new Date(answeredMs).toISOString(),
    ended: new Date(endMs).toISOString(),
    duration_seconds: isAnswered ? talk : 0,
    ring_seconds: Math.round(((answeredMs ?? endMs) - startMs) / 1000),
  };
}

function charge(seconds: number, rate: PriceRow | undefined) {
  if (rate === undefined) return { ...freeOfCharge, rated: seconds === 0 };
  return { ...ratesOf(rate), ...rateCall(seconds, rate), rated: true };
}

/**
 * The same line gets the same id on every import. The id includes the destination channel, because several phones
 * that ring for one call share unique id, start and channel.
 */
function cdrId({ uniqueid, start, channel, dst, dstchannel }: MasterLine): string {
  const key = [uniqueid, start, channel, dst, dstchannel].join('\n');
  return `cdr_${createHash('sha256').update(key).digest('hex').slice(0, 24)}`;
}

function wholeSeconds(field: string, text: string): number {
  if (!/^\d{1,7}$/.test(text))
    throw new LineFault(`${field} is not a number of seconds: "${text.slice(0, 40)}"`);
  return Number(text);
}

/** `"Ann Tamm" <+37255512345>` → `Ann Tamm`. */
function callerName(clid: string): string | null {
  const number = clid.lastIndexOf('<');
  if (number === -1 || clid.indexOf('>', number) !== clid.length - 1) return null;
  const name = clid.slice(0, number).trim().replace(/^"/, '').replace(/"$/, '');
  return name.trim().slice(0, 80) || null;
}
