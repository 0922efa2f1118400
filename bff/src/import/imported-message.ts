import { hash } from 'node:crypto';
import { countryCodes } from '@portal/contract/country';
import { type MessageStatus, messageChannels, messageEncodings } from '@portal/contract/messages';
import { latencyMs, readStatus, validityMs } from '../modules/delivery-reports/message-status.ts';
import { type MessageTariff, rateMessage } from '../modules/rates/message-rating.ts';
import { normalizeNumber } from '../phone-numbers/normalize-number.ts';
import { type CsvOptions, type CsvRow, readHeader } from './csv-columns.ts';
import { dayMs, isTooLong, longestText, possibleTime } from './imported-call.ts';
import { LineFault, shown } from './line-fault.ts';
import { readMoment } from './read-moment.ts';
import { refuseSpreadsheetNumbers } from './spreadsheet-number.ts';

export const messageFields = [
  'message_id',
  'provider_id',
  'client_ref',
  'direction',
  'channel',
  'sender',
  'recipient',
  'country',
  'mcc',
  'mnc',
  'operator',
  'status',
  'error_code',
  'error_name',
  'error_permanent',
  'created',
  'sent',
  'delivered',
  'parts',
  'encoding',
  'characters',
  'campaign_id',
  'campaign_name',
  'validity_until',
] as const;
const required = [
  'message_id',
  'created',
  'sender',
  'recipient',
  'status',
  'parts',
  'encoding',
  'characters',
] as const;

/** 3GPP TS 23.040, 9.2.3.24.1: the header of a part counts them in one byte. */
const mostParts = 255;

export interface MessageContext {
  timezone: string;
  /** The dial code of the account's country, for numbers without an international prefix. */
  dialCode: string | undefined;
  tariff: MessageTariff;
  /** The time now, in milliseconds since 1970. */
  nowMs(): number;
  /** Older records are not stored. */
  oldestMs: number;
  /** Whether the records are stored already: an earlier version may have accepted what is refused now. */
  areStored?: boolean;
}

export type ImportedMessage = ReturnType<ReturnType<typeof messageReader>>;
type Row = CsvRow<(typeof messageFields)[number]>;

/** Returns a function that converts a line to a message with its price. It throws LineFault. */
export function messageReader(header: string, csv: CsvOptions, context: MessageContext) {
  const readRow = readHeader(header, csv, messageFields, required);
  return (line: string) => {
    const row = readRow(line);
    const id = row('message_id');
    if (id === '') throw new LineFault('message_id is missing');
    if (isTooLong([line])) refuseLongTexts(row);
    const direction: 'inbound' | 'outbound' = oneOf('direction', row, ['outbound', 'inbound']);
    const status = statusOf(row, direction);
    const times = timesOf(row, context, direction);
    const parts = wholeNumber('parts', row);
    if (parts < 1) throw new LineFault('parts is less than 1');
    if (parts > mostParts) throw new LineFault(`parts is more than ${mostParts}`);
    const { mcc, mnc } = networkOf(row);
    const { country, ...charge } = chargeOf(row, context, {
      mcc,
      mnc,
      direction,
      status,
      parts,
      created: times.created,
    });
    return {
      message_id: `msg_${hash('sha256', id, 'hex').slice(0, 24)}`,
      // Delivery reports name the message by what its sender or carrier calls it.
      provider_id: row('provider_id') || id,
      client_ref: row('client_ref') || null,
      direction,
      channel: oneOf('channel', row, ['sms', ...messageChannels]),
      ...numbersOf(row, context),
      country,
      mcc,
      mnc,
      operator: row('operator') || null,
      status,
      error_code: row('error_code') || null,
      error_name: row('error_name') || null,
      error_permanent:
        row('error_permanent') === '' ? null : oneOf('error_permanent', row, ['true', 'false']) === 'true',
      ...times,
      latency_ms: latencyOf(status, times),
      parts,
      encoding: oneOf('encoding', row, messageEncodings),
      characters: wholeNumber('characters', row),
      ...charge,
      campaign_id: row('campaign_id') || null,
      campaign_name: row('campaign_name') || null,
    };
  };
}

function refuseLongTexts(row: Row): void {
  const field = messageFields.find((name) => isTooLong([row(name)]));
  if (field !== undefined) throw new LineFault(`${field} is longer than ${longestText} characters`);
}

function numbersOf(row: Row, { dialCode, areStored }: MessageContext) {
  const [sender, recipient] = [row('sender'), row('recipient')];
  if (areStored !== true) refuseSpreadsheetNumbers({ sender, recipient });
  return {
    sender: normalizeNumber(sender, dialCode) || 'unknown',
    recipient: normalizeNumber(recipient, dialCode) || 'unknown',
  };
}

function statusOf(row: Row, direction: string): MessageStatus {
  const status = readStatus(row('status'));
  if (status === undefined) throw new LineFault(`unknown status "${shown(row('status'))}"`);
  if ((status === 'received') !== (direction === 'inbound'))
    throw new LineFault(`an ${direction} message cannot be ${status}`);
  return status;
}

function timesOf(row: Row, { timezone, ...stored }: MessageContext, direction: string) {
  const moment = (field: 'created' | 'sent' | 'delivered' | 'validity_until') =>
    row(field) === '' ? null : readMoment(field, row(field), timezone);
  const createdMs = readMoment('created', row('created'), timezone);
  const untilMs = moment('validity_until') ?? createdMs + validityMs;
  if (Math.abs(untilMs - createdMs) > 366 * dayMs)
    throw new LineFault('validity_until is more than a year from created');
  const past = (field: 'sent' | 'delivered') => {
    const ms = moment(field);
    return ms === null ? null : possibleTime(field, ms, stored);
  };
  return {
    created: possibleTime('created', createdMs, stored),
    sent: past('sent'),
    delivered: past('delivered'),
    validity_until: direction === 'outbound' ? new Date(untilMs).toISOString() : null,
  };
}

function latencyOf(
  status: MessageStatus,
  { sent, delivered }: { sent: string | null; delivered: string | null },
) {
  if (sent === null || delivered === null || !['delivered', 'read'].includes(status)) return null;
  return latencyMs(sent, delivered);
}

/** ITU-T E.212. A program for tables writes 1 for 01, which would get the price of the country's other networks. */
function networkOf(row: Row) {
  const code = (field: 'mcc' | 'mnc', format: RegExp, example: string) => {
    if (row(field) === '') return null;
    if (!format.test(row(field)))
      throw new LineFault(`${field} is no code such as ${example}: "${shown(row(field))}"`);
    return row(field);
  };
  return { mcc: code('mcc', /^\d{3}$/, '262'), mnc: code('mnc', /^\d{2,3}$/, '01') };
}

interface Priced {
  direction: 'inbound' | 'outbound';
  status: MessageStatus;
  parts: number;
  created: string;
  mcc: string | null;
  mnc: string | null;
}

/** Throws LineFault without a price: messages, unlike calls, cannot be rated later. */
function chargeOf(row: Row, { tariff }: MessageContext, { created, mcc, mnc, ...message }: Priced) {
  const operator = row('operator') || null;
  const named = row('country').toLowerCase() || null;
  if (named !== null && !countryCodes.some((code) => code === named))
    throw new LineFault(`country is no country such as de: "${shown(named)}"`);
  const prices = tariff.at(created);
  const price = prices?.find({ country: named, mcc, mnc, operator });
  const country = named ?? price?.country ?? null;
  if (price === undefined && message.direction === 'outbound')
    throw new LineFault(
      `the price list has no price for ${[country, mcc, mnc, operator].filter(Boolean).join(' ') || 'a message without country and network'} at ${created}`,
    );
  return { country, ...rateMessage(message, price ?? { unit_price: '0' }) };
}

/** The first value is the default. */
function oneOf<Value extends string>(field: Parameters<Row>[0], row: Row, values: readonly Value[]): Value {
  const text = row(field).toLowerCase();
  const value = text === '' ? values[0] : values.find((known) => known === text);
  if (value === undefined) throw new LineFault(`${field} is none of ${values.join(', ')}: "${shown(text)}"`);
  return value;
}

function wholeNumber(field: 'parts' | 'characters', row: Row): number {
  if (!/^\d{1,6}$/.test(row(field)))
    throw new LineFault(`${field} is no whole number: "${shown(row(field))}"`);
  return Number(row(field));
}
