import { type CallFormat, readWrittenTimes } from '../call-record.ts';
import { causeCode, q850, resultOfCause } from '../hangup-cause.ts';
import { LineFault, shown } from '../line-fault.ts';

const columns = 15;

/**
 * FreeSWITCH's Master.csv with the default template of mod_cdr_csv, `example`. The module puts each value between quotes as it is: a
 * quote in what a caller has chosen or dialled is not doubled. A line with more columns is refused: whether `","` stands in a name or in
 * the called number decides what the call costs.
 */
export function freeswitchFormat(timezone: string): CallFormat {
  return {
    read: (line) => {
      const fields = split(line);
      const [name = '', from = '', to = '', , start = '', answer = '', end = '', duration = ''] = fields;
      const [billsec = '', cause = '', uuid = '', , , readCodec = ''] = fields.slice(8);
      if (uuid === '') throw new LineFault('uuid is missing');
      const code = causeCode(cause);
      if (code === undefined) throw new LineFault(`unknown hangup_cause "${shown(cause)}"`);
      const written = { start, answer, end, duration, billsec };
      const { times, talkSeconds } = readWrittenTimes(written, timezone);
      const isAnswered = times.answerMs !== undefined;
      return {
        key: uuid,
        call_id: uuid,
        from,
        to,
        number_from_name: name.slice(0, 80) || null,
        result: isAnswered ? 'answered' : resultOfCause(code),
        times,
        talkSeconds,
        q850_cause: q850(code),
        codec: readCodec || null,
      };
    },
  };
}

function split(line: string): string[] {
  const text = line.trim();
  if (!text.startsWith('"') || !text.endsWith('"')) throw new LineFault('the quotes do not match');
  const parts = text.slice(1, -1).split('","');
  if (parts.length !== columns) {
    const hint =
      parts.length < columns
        ? 'the template of mod_cdr_csv must be "example"'
        : 'a name or number contains "," with its quotes: remove them';
    throw new LineFault(`expected ${columns} columns, found ${parts.length}; ${hint}`);
  }
  return parts.map((field) => field.trim());
}
