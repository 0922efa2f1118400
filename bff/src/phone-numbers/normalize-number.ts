import { canExist, hasOwnZero, withoutTrunkPrefix } from './trunk-prefixes.ts';

/**
 * Converts a phone number to E.164 with its plus sign. Returns anything else (extensions, `s`, `*97`, Anonymous)
 * unchanged. `+…` and `00…` are international; a trunk prefix behind the country code is removed. A trunk prefix at the
 * beginning, or a single zero, means a national number. Without a prefix, eleven or more digits are international; seven to ten
 * are national, unless they begin with the account's own `dialCode` and are long enough. The countries of +1 are one plan: ten digits
 * are a number of any of them, seven one of the account's area code. Callers can dial signs around a number that a telephone system
 * ignores; they do not make it another number.
 */
export function normalizeNumber(text: string, dialCode: string | undefined): string {
  const number = converted(text, dialCode);
  if (!number.startsWith('+') || canExist(number.slice(1))) return number;
  // In brackets the zero is not meant to be dialled from abroad, also where the country has no trunk prefix any more.
  return converted(text.replace(/(?<=\d[\s).-]{0,3})\(\s{0,3}0\s{0,3}\)/, ''), dialCode);
}

function converted(text: string, dialCode: string | undefined): string {
  const compact = dialled(text).replace(separators, '');
  if (!/^\+?\d+$/.test(compact)) return text.trim();
  if (compact.startsWith('+')) return e164(compact.slice(1)) ?? compact;
  if (compact.startsWith('00')) return e164(compact.slice(2)) ?? compact;
  if (dialCode?.startsWith('1') === true && compact.startsWith('011'))
    return e164(compact.slice(3)) ?? compact;
  if (compact.length < 7) return compact;
  return withoutPlus(compact, dialCode) ?? compact;
}

/** What is written between the digits of a number. */
const separators = /[\s().\-/\u2010-\u2015]/g;

/** Returns the number of seven or more digits that have no international prefix. */
function withoutPlus(digits: string, dialCode = ''): string | undefined {
  if (dialCode.startsWith('1')) return northAmerican(digits, dialCode);
  const own = dialCode + digits;
  if (dialCode !== '' && withoutTrunkPrefix(own) !== own) return e164(own);
  if (digits.startsWith('0')) return withCode(hasOwnZero(dialCode) ? digits : digits.slice(1), dialCode);
  const isOwn = dialCode !== '' && digits.startsWith(dialCode) && digits.length >= dialCode.length + 7;
  return isOwn || digits.length >= 11 ? e164(digits) : withCode(digits, dialCode);
}

/** `dialCode` is 1 and an area code, or 1 alone where a country has too many. */
function northAmerican(digits: string, dialCode: string): string | undefined {
  const number = digits.replace(/^(?:0?1?(?=\d{10}$)|0(?=\d{7}$))/, '');
  if (number.length === 10) return e164(`1${number}`);
  if (number.length === 7 && dialCode !== '1') return e164(dialCode + number);
  return number.length >= 11 ? e164(number) : undefined;
}

/** Removes an address scheme, a code such as `*31*` before the number, and what is sent after it: tones, pauses, parameters. */
function dialled(text: string): string {
  const number = text
    .trim()
    .replace(/^(?:tel|sips?):/i, '')
    .replace(/^[*#]\d\d[*#](?=\+?\d{7})/, '');
  const [start = ''] = number.split(/[#;,wp@]/i);
  return isInternal(start) ? number : start;
}

/** Returns the number without a trunk prefix, or nothing if no phone number has this format. */
function e164(digits: string): string | undefined {
  const number = withoutTrunkPrefix(digits);
  return /^[1-9]\d{6,14}$/.test(number) ? `+${number}` : undefined;
}

function withCode(digits: string, dialCode: string): string | undefined {
  return dialCode === '' ? undefined : e164(dialCode + digits);
}

/**
 * Whether what was dialled stays in the customer's own telephone system: an extension, a code such as `*97`, or a name such as
 * `s`. A telephone system may understand digits of every script.
 */
export function isInternal(dialled: string): boolean {
  return (dialled.match(/\p{Nd}/gu) ?? []).length < 7;
}
