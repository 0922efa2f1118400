const prefixes = ['4930', '44207', '3725', '35892', '33140', '48500'];
const countries = ['de', 'gb', 'ee', 'fi', 'fr', 'pl'];
const dayMs = 86_400_000;
/** From the start of a call to its answer. */
const ringMs = 7_000;

/** What is imported: a price list and records, each with its header. */
export interface Sample {
  kind: 'calls' | 'messages';
  /** The arguments that say how to read the records. */
  format: readonly string[];
  prices: string;
  records: Iterable<string>;
}

export const callPrices = [
  'prefix,country,destination,number_type,rate_initial_interval,rate_initial,rate_next_interval,rate_next,fee',
  ...prefixes.map((prefix, index) => `${prefix},${countries[index]},Country,fixed,60,0.02,1,0.02,0`),
  '',
].join('\n');
const messagePrices = [
  'country,mcc,mnc,operator,unit_price',
  ...countries.map((country) => `${country},,,,0.03`),
  '',
].join('\n');

/** As many records of the last 90 days in each format, in the order of time. */
export function importSamples(count: number): Sample[] {
  const calls = (format: string, lineOf: (call: Call) => string, header: string[] = []): Sample => ({
    kind: 'calls',
    format: ['--format', format],
    prices: callPrices,
    records: lines(count, header, (index, ms) => lineOf(callAt(index, ms))),
  });
  return [
    calls('asterisk', asteriskLine),
    calls('freeswitch', freeswitchLine),
    calls('cdr-json', jsonLine),
    calls('csv', ({ id, number, startMs, talk }) => [id, clock(startMs), talk, '6001200', number].join(','), [
      'call_id,started,duration_seconds,number_from,number_to',
    ]),
    {
      kind: 'messages',
      format: [],
      prices: messagePrices,
      records: lines(count, [messageHeader], messageLine),
    },
  ];
}

/** A call that ends at a moment as Asterisk writes it then. Its `call_id` ends with `.` and the index. */
export function endedCall(index: number, endMs: number): string {
  return asteriskLine(callAt(index, Math.floor(endMs / 1000) * 1000 - ringMs - talkOf(index) * 1000));
}

function* lines(count: number, header: readonly string[], lineOf: (index: number, ms: number) => string) {
  // The last call has ended, too: none is longer than ten minutes.
  const firstMs = Date.now() - 90 * dayMs - 11 * 60_000;
  for (const line of header) yield `${line}\n`;
  for (let index = 0; index < count; index += 1) {
    const ms = Math.floor((firstMs + (index * 90 * dayMs) / count) / 1000) * 1000;
    yield `${lineOf(index, ms)}\n`;
  }
}

interface Call {
  id: string;
  index: number;
  number: string;
  startMs: number;
  answerMs: number;
  endMs: number;
  /** In seconds: a quarter of the calls is not answered. */
  talk: number;
}

function callAt(index: number, startMs: number): Call {
  const talk = talkOf(index);
  const answerMs = startMs + ringMs;
  return {
    id: `pbx-${startMs / 1000}.${index}`,
    index,
    number: `00${numberAt(index)}`,
    startMs,
    answerMs,
    endMs: answerMs + talk * 1000,
    talk,
  };
}

function talkOf(index: number): number {
  return index % 4 === 3 ? 0 : 1 + ((index * 37) % 600);
}

/** One of 50,000 numbers for each prefix. */
function numberAt(index: number): string {
  return `${prefixes[index % prefixes.length]}${100_000 + ((index * 7_919) % 50_000)}`;
}

/** As Asterisk's cdr_csv writes them. */
function asteriskLine({ id, index, number, startMs, answerMs, endMs, talk }: Call): string {
  const channel = `PJSIP/office-${hex(index, 8)}`;
  const parties = ['example', '6001200', number, 'from-internal', '6001200', channel, 'PJSIP/trunk', 'Dial'];
  return [
    ...[...parties, number, clock(startMs)].map(quote),
    talk > 0 ? quote(clock(answerMs)) : '',
    quote(clock(endMs)),
    7 + talk,
    talk,
    ...[talk > 0 ? 'ANSWERED' : 'NO ANSWER', 'DOCUMENTATION', id, ''].map(quote),
  ].join(',');
}

/** As FreeSWITCH's mod_cdr_csv writes them with its default template. */
function freeswitchLine({ index, number, startMs, answerMs, endMs, talk }: Call): string {
  const isAnswered = talk > 0;
  const times = [clock(startMs), isAnswered ? clock(answerMs) : '', clock(endMs)];
  const cause = isAnswered ? 'NORMAL_CLEARING' : 'NO_ANSWER';
  return [
    '6001200',
    '6001200',
    number,
    'default',
    ...times,
    7 + talk,
    talk,
    cause,
    uuidAt(index),
    '',
    '',
    'PCMA',
    'PCMA',
  ]
    .map((field) => quote(String(field)))
    .join(',');
}

/** As FreeSWITCH's mod_json_cdr writes them, in one line and with few of its variables. */
function jsonLine({ index, number, startMs, answerMs, endMs, talk }: Call): string {
  const profile = { caller_id_name: '6001200', caller_id_number: '6001200', destination_number: number };
  return JSON.stringify({
    channel_data: { direction: 'inbound' },
    variables: {
      uuid: uuidAt(index),
      sip_call_id: `${hex(index, 16)}@office.example`,
      hangup_cause: talk > 0 ? 'NORMAL_CLEARING' : 'NO_ANSWER',
      sip_hangup_disposition: 'send_bye',
      read_codec: 'PCMA',
      start_epoch: String(startMs / 1000),
      answer_epoch: talk > 0 ? String(answerMs / 1000) : '0',
      end_epoch: String(endMs / 1000),
      duration: String(7 + talk),
      billsec: String(talk),
    },
    callflow: [{ caller_profile: profile }],
  });
}

const messageHeader =
  'message_id,created,sender,recipient,country,operator,status,sent,delivered,parts,encoding,characters';

/** As a gateway for messages may write them. */
function messageLine(index: number, ms: number): string {
  const time = (later: number) => new Date(ms + later).toISOString();
  const isDelivered = index % 10 < 9;
  const status = isDelivered ? 'delivered' : 'undelivered';
  const delivered = isDelivered ? time(2_000 + (index % 7) * 900) : '';
  const parties = [
    'Example',
    `+${numberAt(index)}`,
    countries[index % countries.length],
    `Operator ${index % 3}`,
  ];
  return [
    `gw-${hex(index, 10)}`,
    time(0),
    ...parties,
    status,
    time(300),
    delivered,
    1 + (index % 2),
    'gsm7',
    120,
  ].join(',');
}

function clock(ms: number): string {
  return new Date(ms).toISOString().slice(0, 19).replace('T', ' ');
}

function hex(index: number, digits: number): string {
  return index.toString(16).padStart(digits, '0');
}

function uuidAt(index: number): string {
  return `7866825d-f38c-449e-a562-${hex(index, 12)}`;
}

function quote(text: string): string {
  return `"${text}"`;
}
