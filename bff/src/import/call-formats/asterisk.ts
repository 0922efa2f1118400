import type { CallResult } from '@portal/contract/cdr';
import { type CallFormat, readWrittenTimes } from '../call-record.ts';
import { LineFault, shown } from '../line-fault.ts';
import { splitCsv } from '../split-csv.ts';

const results: Readonly<Record<string, CallResult>> = {
  ANSWERED: 'answered',
  'NO ANSWER': 'no_answer',
  BUSY: 'busy',
  FAILED: 'failed',
  CONGESTION: 'congestion',
};

/** With `loguniqueid` and `loguserfield`; `newcdrcolumns` adds the account of the peer, the linked id and the sequence. */
const columnCounts = [18, 21];

/**
 * Asterisk's Master.csv, which its module cdr_csv writes. It quotes texts and doubles quotes within them; numbers and empty times are
 * not quoted. It never writes a line break into a field.
 */
export function asteriskFormat(timezone: string): CallFormat {
  return {
    read: (line) => {
      const fields = splitCsv(line);
      requireColumns(fields.length);
      const [, src = '', dst = '', , clid = '', channel = '', dstchannel = '', , , start = ''] = fields;
      const [, , , , , , , , , , answer = '', end = '', duration = '', billsec = ''] = fields;
      const [disposition = '', amaflags = '', uniqueid = '', , , , sequence = ''] = fields.slice(14);
      if (uniqueid === '') throw new LineFault('uniqueid is missing');
      const result = results[disposition.toUpperCase()];
      if (result === undefined) throw new LineFault(`unknown disposition "${shown(disposition)}"`);
      const written = { start, answer, end, duration, billsec };
      const epochMs = epochOfUniqueId(uniqueid);
      const { times, talkSeconds } = readWrittenTimes(written, timezone, epochMs);
      // Only a call with talk time is answered: Asterisk may answer a call itself that nobody takes.
      const isAnswered = result === 'answered';
      const answerMs = isAnswered ? (times.answerMs ?? times.endMs - talkSeconds * 1000) : undefined;
      return {
        // Several phones that ring for one call share unique id, start and channel.
        key: [uniqueid, start, channel, dst, dstchannel, ...(sequence === '' ? [] : [sequence])].join('\n'),
        call_id: uniqueid,
        from: src,
        to: dst,
        number_from_name: callerName(clid),
        result,
        times: { ...times, answerMs },
        epochMs,
        // A busy call has talk time too if Asterisk had answered the caller before it dialled.
        talkSeconds: isAnswered ? talkSeconds : 0,
        isOmitted: ['OMIT', 'IGNORE'].includes(amaflags.toUpperCase()),
      };
    },
  };
}

function requireColumns(found: number): void {
  if (columnCounts.includes(found)) return;
  const hint = found === 16 || found === 17 ? '; switch on loguniqueid and loguserfield in cdr.conf' : '';
  throw new LineFault(`expected ${columnCounts.join(' or ')} columns, found ${found}${hint}`);
}

/** `"Ann Tamm" <+37255512345>` → `Ann Tamm`. */
function callerName(clid: string): string | null {
  const number = clid.lastIndexOf('<');
  if (number === -1 || clid.indexOf('>', number) !== clid.length - 1) return null;
  const name = clid.slice(0, number).trim().replace(/^"/, '').replace(/"$/, '');
  return name.trim().slice(0, 80) || null;
}

/** Returns the time in milliseconds from Asterisk's unique id, such as `pbx-1763708292.42`. */
export function epochOfUniqueId(uniqueId: string): number | undefined {
  const [, seconds] = /(?:^|-)(\d{9,10})\.\d+$/.exec(uniqueId) ?? [];
  return seconds === undefined ? undefined : Number(seconds) * 1000;
}
