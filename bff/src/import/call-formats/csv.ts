import { type CallResult, callResults } from '@portal/contract/cdr';
import { type CallFormat, wholeSeconds } from '../call-record.ts';
import { type CsvOptions, readHeader } from '../csv-columns.ts';
import { causeCode, q850, resultOfCause, resultOfSip } from '../hangup-cause.ts';
import { LineFault, shown } from '../line-fault.ts';
import { readMoment } from '../read-moment.ts';

export const callFields = [
  'call_id',
  'started',
  'answered',
  'ended',
  'duration_seconds',
  'number_from',
  'number_to',
  'number_from_name',
  'result',
  'sip_code',
  'codec',
] as const;

/** CSV with a header. Its columns can have any names and order. */
export function csvCallFormat(header: string, options: CsvOptions, timezone: string): CallFormat {
  const required = ['call_id', 'started', 'duration_seconds', 'number_from', 'number_to'] as const;
  const readRow = readHeader(header, options, callFields, required);
  return {
    read: (line) => {
      const row = readRow(line);
      if (row('call_id') === '') throw new LineFault('call_id is missing');
      const talkSeconds = wholeSeconds('duration_seconds', row('duration_seconds'));
      const startMs = readMoment('started', row('started'), timezone);
      const { result, q850_cause } = readResult(row('result'), talkSeconds);
      const isAnswered = result === 'answered';
      const answerMs =
        isAnswered && row('answered') !== '' ? readMoment('answered', row('answered'), timezone) : undefined;
      const endMs =
        row('ended') === ''
          ? (answerMs ?? startMs) + talkSeconds * 1000
          : readMoment('ended', row('ended'), timezone);
      if (endMs < startMs)
        throw new LineFault(`the call ends (${row('ended')}) before it starts (${row('started')})`);
      return {
        key: [row('call_id'), row('started'), row('number_to')].join('\n'),
        call_id: row('call_id'),
        from: row('number_from'),
        to: row('number_to'),
        number_from_name: row('number_from_name').slice(0, 80) || null,
        result,
        times: {
          startMs,
          answerMs: isAnswered ? (answerMs ?? endMs - talkSeconds * 1000) : undefined,
          endMs,
        },
        talkSeconds,
        sip_code: row('sip_code') === '' ? null : sipStatus(row('sip_code')),
        q850_cause,
        codec: row('codec') || null,
      };
    },
  };
}

const dispositions: ReadonlyMap<string, CallResult> = new Map<string, CallResult>([
  ['noanswer', 'no_answer'],
  ['cancel', 'canceled'],
  ['cancelled', 'canceled'],
]);

/** The portal's results, the dispositions of Asterisk, the hangup causes of FreeSWITCH, or statuses of SIP. */
function readResult(text: string, talkSeconds: number): { result: CallResult; q850_cause: number | null } {
  if (text === '') return { result: talkSeconds > 0 ? 'answered' : 'no_answer', q850_cause: null };
  if (/^[2-6]\d\d$/.test(text)) return { result: resultOfSip(Number(text)), q850_cause: null };
  const name = text.toLowerCase().replaceAll(' ', '_');
  const known = callResults.find((result) => result === name) ?? dispositions.get(name);
  if (known !== undefined) return { result: known, q850_cause: null };
  const code = causeCode(text);
  if (code === undefined) throw new LineFault(`unknown result "${shown(text)}"`);
  return { result: talkSeconds > 0 ? 'answered' : resultOfCause(code), q850_cause: q850(code) };
}

function sipStatus(text: string): number {
  if (!/^[1-6]\d\d$/.test(text)) throw new LineFault(`sip_code is no status of SIP: "${shown(text)}"`);
  return Number(text);
}
