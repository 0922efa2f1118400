import * as v from 'valibot';
import { type CallFormat, wholeSeconds } from '../call-record.ts';
import { causeCode, q850, resultOfCause, resultOfSip } from '../hangup-cause.ts';
import { LineFault, shown } from '../line-fault.ts';

const profileSchema = v.object({
  caller_id_name: v.optional(v.string(), ''),
  caller_id_number: v.optional(v.string(), ''),
  destination_number: v.optional(v.string(), ''),
});

const recordSchema = v.object({
  channel_data: v.optional(v.object({ direction: v.optional(v.string()) }), {}),
  variables: v.record(v.string(), v.unknown()),
  /** The latest first: the last one has what the caller dialled. */
  callflow: v.optional(v.array(v.object({ caller_profile: v.optional(profileSchema) })), []),
});

type Value = (name: string) => string;

/** Documents of FreeSWITCH's mod_json_cdr. Its times are those of UTC. */
export function cdrJsonFormat(): CallFormat {
  return {
    read: (text) => {
      const { variables, callflow, channel_data } = parse(text);
      const value = (name: string) => decoded(variables[name]);
      const uuid = value('uuid');
      if (uuid === '') throw new LineFault('uuid is missing');
      refuseSecondLeg(value, channel_data.direction);
      const times = readTimes(value);
      const isAnswered = times.answerMs !== undefined;
      return {
        key: uuid,
        call_id: value('sip_call_id') || uuid,
        ...partiesOf(value, callflow.at(-1)?.caller_profile),
        ...outcomeOf(value, isAnswered),
        times,
        talkSeconds: wholeSeconds('billsec', value('billsec') || (isAnswered ? '' : '0')),
        pdd_ms: pddOf(value, times.startMs),
        hangup_source: hangupSource(value('sip_hangup_disposition'), channel_data.direction),
        codec: value('read_codec') || null,
        mos: mosOf(value('rtp_audio_in_mos')),
      };
    },
  };
}

/** With `log-b-leg`, both legs of a call have a document: the first one is billed. */
function refuseSecondLeg(value: Value, direction: string | undefined): void {
  const first = value('originating_leg_uuid') || value('originator');
  if (direction === 'outbound' && first !== '' && first !== value('uuid'))
    throw new LineFault(`it is the second leg of the call ${shown(first)}`);
}

function partiesOf(value: Value, profile: v.InferOutput<typeof profileSchema> | undefined) {
  const name = decoded(profile?.caller_id_name) || value('caller_id_name');
  return {
    from: decoded(profile?.caller_id_number) || value('caller_id_number') || value('sip_from_user'),
    to: decoded(profile?.destination_number) || value('destination_number') || value('sip_req_user'),
    number_from_name: name.slice(0, 80) || null,
  };
}

function outcomeOf(value: Value, isAnswered: boolean) {
  const cause = value('hangup_cause');
  const code = causeCode(cause);
  if (code === undefined) throw new LineFault(`unknown hangup_cause "${shown(cause)}"`);
  const status = value('sip_term_status') || value('sip_invite_failure_status');
  const sip_code = /^[2-6]\d\d$/.test(status) ? Number(status) : null;
  const result = sip_code === 402 ? resultOfSip(sip_code) : resultOfCause(code);
  return {
    result: isAnswered ? ('answered' as const) : result,
    sip_code,
    sip_reason: value('sip_hangup_phrase') || value('sip_invite_failure_phrase') || null,
    q850_cause: q850(code),
  };
}

/** From the start of the call to the first sign of life of the called party. */
function pddOf(value: Value, startMs: number): number | null {
  const progressMs = milliseconds(value('progress_uepoch')) ?? milliseconds(value('progress_media_uepoch'));
  return progressMs === undefined ? null : Math.max(0, progressMs - startMs);
}

function parse(text: string) {
  try {
    return v.parse(recordSchema, JSON.parse(text));
  } catch (error) {
    throw new LineFault(
      error instanceof SyntaxError ? 'it is no JSON document' : 'it is no document of mod_json_cdr',
    );
  }
}

/** mod_json_cdr percent-encodes values unless `encode-values` is off. Controls are dropped as in the other formats. */
function decoded(value: unknown): string {
  const text = typeof value === 'string' ? value : typeof value === 'number' ? String(value) : '';
  if (!text.includes('%')) return withoutControls(text);
  try {
    return withoutControls(decodeURIComponent(text));
  } catch {
    return withoutControls(text);
  }
}

function withoutControls(text: string): string {
  return text.replace(/\p{Cc}/gu, '').trim();
}

function readTimes(value: (name: string) => string) {
  const time = (name: string) =>
    milliseconds(value(`${name}_uepoch`)) ?? milliseconds(`${value(`${name}_epoch`)}000000`);
  const startMs = time('start');
  const endMs = time('end');
  const answerMs = time('answer');
  if (startMs === undefined) throw new LineFault('start_epoch is missing');
  if (endMs === undefined) throw new LineFault('end_epoch is missing');
  if (endMs < startMs) throw new LineFault('the call ends before it starts');
  return { startMs, answerMs, endMs };
}

/** Microseconds since 1970 to milliseconds; 0 stands for nothing. */
function milliseconds(text: string): number | undefined {
  return /^\d{15,17}$/.test(text) ? Math.floor(Number(text) / 1000) : undefined;
}

/** What happened to the connection with the leg of the record: that of the caller, unless the telephone system has dialled. */
function hangupSource(disposition: string, direction: string | undefined) {
  const [own, other] =
    direction === 'outbound' ? (['callee', 'caller'] as const) : (['caller', 'callee'] as const);
  if (['recv_bye', 'recv_cancel', 'recv_refuse'].includes(disposition)) return own;
  if (['send_bye', 'send_cancel'].includes(disposition)) return other;
  return disposition === 'send_refuse' ? 'network' : null;
}

function mosOf(text: string): number | null {
  const mos = Number(text);
  return text !== '' && mos >= 1 && mos <= 5 ? Math.round(mos * 10) / 10 : null;
}
