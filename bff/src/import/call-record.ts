import type { CallResult } from '@portal/contract/cdr';
import { LineFault, shown } from './line-fault.ts';
import { readLocalTime } from './local-time.ts';

/** A call as a telephone system has recorded it: what every format comes down to. */
export interface CallRecord {
  /** What identifies the record: the same record has the same key in every import. */
  key: string;
  call_id: string;
  /** The numbers as they were dialled or shown. */
  from: string;
  to: string;
  number_from_name: string | null;
  result: CallResult;
  times: CallTimes;
  /** The start as the record has it beside its clock times: it shows a wrong time zone. */
  epochMs?: number | undefined;
  /** Seconds of talk as the record has them; they are billed. Only an answered call has any. */
  talkSeconds: number;
  /** The telephone system has marked the call as free of charge. */
  isOmitted?: boolean;
  pdd_ms?: number | null;
  sip_code?: number | null;
  sip_reason?: string | null;
  q850_cause?: number | null;
  hangup_source?: 'caller' | 'callee' | 'network' | null;
  codec?: string | null;
  mos?: number | null;
}

/** Milliseconds since 1970. */
export interface CallTimes {
  startMs: number;
  answerMs: number | undefined;
  endMs: number;
}

/** A format of call records. */
export interface CallFormat {
  /** Reads a record. Throws LineFault. */
  read(text: string): CallRecord;
}

interface WrittenTimes {
  start: string;
  answer: string;
  end: string;
  duration: string;
  billsec: string;
}

/**
 * Reads clock times with the seconds that are written beside them; together they resolve the hour that clocks repeat. `nearMs` is a
 * time near the start, if the record has one.
 */
export function readWrittenTimes(written: WrittenTimes, timezone: string, nearMs?: number) {
  const duration = wholeSeconds('duration', written.duration);
  const talkSeconds = wholeSeconds('billsec', written.billsec);
  if (talkSeconds > duration) throw new LineFault(`billsec (${talkSeconds}) exceeds duration (${duration})`);
  const startMs = readLocalTime('start', written.start, timezone, nearMs);
  const endMs = readLocalTime('end', written.end, timezone, startMs + duration * 1000);
  const answerMs =
    written.answer === ''
      ? undefined
      : readLocalTime('answer', written.answer, timezone, endMs - talkSeconds * 1000);
  if (endMs < startMs)
    throw new LineFault(`the call ends (${written.end}) before it starts (${written.start})`);
  return { talkSeconds, times: { startMs, answerMs, endMs } };
}

export function wholeSeconds(field: string, text: string): number {
  if (!/^\d{1,7}$/.test(text)) throw new LineFault(`${field} is not a number of seconds: "${shown(text)}"`);
  return Number(text);
}
