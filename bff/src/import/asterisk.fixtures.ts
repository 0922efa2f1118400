import { DateTime } from 'luxon';

interface SampleCall {
  src?: string;
  dst?: string;
  clid?: string;
  startMs: number;
  ringSeconds?: number;
  talkSeconds?: number;
  disposition?: string;
  amaflags?: string;
  sequence: number;
}

const format = 'yyyy-MM-dd HH:mm:ss';

/** Writes a line like Asterisk's cdr_csv: texts quoted with doubled quotes, numbers and missing times unquoted. */
export function masterLine(call: SampleCall, zone = 'UTC'): string {
  const {
    startMs,
    sequence,
    talkSeconds = 0,
    ringSeconds = 7,
    dst = '00493023125101',
    src = '6001200',
  } = call;
  const disposition = call.disposition ?? (talkSeconds > 0 ? 'ANSWERED' : 'NO ANSWER');
  const time = (ms: number) => quote(DateTime.fromMillis(ms, { zone }).toFormat(format));
  const answerMs = startMs + ringSeconds * 1000;
  const isAnswered = disposition === 'ANSWERED';
  const channel = `PJSIP/office-${sequence.toString(16).padStart(8, '0')}`;
  return [
    quote('example'),
    quote(src),
    quote(dst),
    quote('from-internal'),
    quote(call.clid ?? `"Reception" <${src}>`),
    quote(channel),
    quote(`PJSIP/trunk-${(sequence + 1).toString(16).padStart(8, '0')}`),
    quote('Dial'),
    quote(`PJSIP/${dst}@trunk,60,tT`),
    time(startMs),
    isAnswered ? time(answerMs) : '',
    time(answerMs + talkSeconds * 1000),
    String(ringSeconds + talkSeconds),
    String(talkSeconds),
    quote(disposition),
    quote(call.amaflags ?? 'DOCUMENTATION'),
    quote(`pbx-${Math.floor(startMs / 1000)}.${sequence}`),
    quote(''),
  ].join(',');
}

const destinations = [
  '00493023125101',
  '+442079460958',
  '37255500123',
  '6000123',
  '0035892316001',
  '+8835100012345',
  '102',
];
const dispositions = [
  'ANSWERED',
  'ANSWERED',
  'ANSWERED',
  'NO ANSWER',
  'BUSY',
  'ANSWERED',
  'FAILED',
  'CONGESTION',
];

/** Faults of a line, each made from a valid line. */
export const faults: readonly ((line: string) => string)[] = [
  (line) => line.split(',').slice(0, -2).join(','),
  (line) => `${line},"one too many"`,
  (line) => line.replace(/"\d{4}-\d{2}-\d{2} /, '"2026-13-45 '),
  (line) => line.replace(/,(\d+),(\d+),"(ANSWERED|NO ANSWER|BUSY|FAILED|CONGESTION)"/, ',soon,$2,"$3"'),
  (line) => line.replace(/"pbx-\d+\.\d+"/, '""'),
  (line) => line.replace(/"(ANSWERED|NO ANSWER|BUSY|FAILED|CONGESTION)"/, '"TELEPORTED"'),
  (line) => line.replace('"from-internal"', '"from-internal'),
  (line) => line.replace(/,(\d+),(\d+),"(ANSWERED|NO ANSWER|BUSY|FAILED|CONGESTION)"/, ',1,99,"$3"'),
  (line) =>
    line.replace(
      /("\d{4}-\d{2}-\d{2} [\d:]+"),(.*?),("\d{4}-\d{2}-\d{2} [\d:]+")/,
      '$1,$2,"2020-01-01 00:00:00"',
    ),
  () => 'this is no record at all',
];

/** Creates a Master.csv of `count` lines with `faulty` evenly spread lines of every fault. */
export function masterFile(
  count: number,
  faulty: number,
  { startMs = Date.UTC(2026, 8, 1, 6), zone = 'UTC' } = {},
): string {
  const every = faulty === 0 ? Number.POSITIVE_INFINITY : Math.floor(count / faulty);
  const lines = Array.from({ length: count }, (_, index) => {
    const disposition = dispositions[index % dispositions.length] ?? 'ANSWERED';
    const line = masterLine(
      {
        dst: destinations[index % destinations.length] ?? '102',
        startMs: startMs + index * 97_000,
        ringSeconds: index % 23,
        talkSeconds: disposition === 'ANSWERED' ? 1 + ((index * 37) % 600) : 0,
        disposition,
        sequence: index + 1,
      },
      zone,
    );
    const isFaulty = (index + 1) % every === 0 && (index + 1) / every <= faulty;
    const damage = faults[((index + 1) / every - 1) % faults.length];
    return isFaulty && damage !== undefined ? damage(line) : line;
  });
  return `${lines.join('\n')}\n`;
}

function quote(text: string): string {
  return `"${text.replaceAll('"', '""')}"`;
}
