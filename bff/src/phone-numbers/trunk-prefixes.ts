/**
 * What is dialled before a number within its country: national (trunk) prefixes of ITU-T E.164, "Dialling procedures", annex to
 * Operational Bulletin 994, with the changes since then as in the metadata of libphonenumber. They are no part of an international
 * number, but people write and dial them behind the country code, as in `+49 (0)30`.
 */

/** Country codes whose trunk prefix is 0. */
const withTrunkZero = new Set(
  (
    '20 27 31 32 33 40 41 43 44 46 49 51 53 54 55 57 58 60 61 62 63 64 66 81 82 84 86 90 91 92 93 94 95 98 211 212 213 218 231 ' +
    '232 233 234 243 249 250 251 252 254 255 256 260 261 262 263 264 265 291 353 355 358 359 373 374 377 380 381 382 383 385 386 ' +
    '387 389 421 423 508 590 591 593 594 595 596 598 686 850 855 856 880 886 961 962 963 964 966 967 970 971 972 976 977 994 995 996'
  ).split(' '),
);

/** Country codes with other trunk prefixes, by what the national number begins with. Lengths distinguish them from area codes. */
const otherPrefixes: Readonly<Record<string, RegExp>> = {
  1: /^1(?=\d{10}$)/,
  7: /^8(?=[346-9]\d{9}$)/,
  36: /^06(?=\d{8,9}$)/,
  // Landlines keep their zero; mobile numbers have none.
  39: /^0(?=3\d{9}$)/,
  // Until 2019; 1 stood before mobile numbers in international calls.
  52: /^(?:0?1|04[45])(?=\d{10}$)/,
  // Old numbers of eight digits begin with zero.
  241: /^0(?=\d{8}$)/,
  // 8 until 2025.
  370: /^(?:0|8(?=\d{8}$))/,
  375: /^(?:0|80?(?=(?:1[5-7]|2[1-59]|33|44)\d{7}$))/,
  993: /^8(?=\d{8}$)/,
};

/** Country codes whose numbers begin with a zero, some of them or all. */
const withOwnZero = new Set(['39', '225', '226', '227', '229', '241', '242', '378', '379', '992']);

/** Codes of global services. */
const global = new Set(['800', '808', '870', '878', '881', '882', '883', '888', '979']);

const countryCode = /^(?:[17]|2[07]|3[0-469]|4[013-9]|5[1-8]|6[0-6]|8[1246]|9[0-58]|\d{3})/;

function codeOf(digits: string): string {
  return countryCode.exec(digits)?.[0] ?? '';
}

/** Removes the trunk prefix behind the country code. `digits` are an international number without its plus sign. */
export function withoutTrunkPrefix(digits: string): string {
  const code = codeOf(digits);
  const prefix = withTrunkZero.has(code) ? /^0/ : otherPrefixes[code];
  return prefix === undefined ? digits : code + digits.slice(code.length).replace(prefix, '');
}

/** Whether the country's numbers may begin with a zero: it is dialled within the country too. */
export function hasOwnZero(dialCode: string): boolean {
  return withOwnZero.has(dialCode);
}

/**
 * Whether a number exists as far as its first digit behind the country code says, and in North America its length. A network may still connect one that does not, but
 * the price of its country would be a guess.
 */
export function canExist(digits: string): boolean {
  const code = codeOf(digits);
  if (code === '1') return /^1[2-9]\d{9}$/.test(digits);
  const first = digits[code.length];
  return first !== '0' || withOwnZero.has(code) || global.has(code);
}

/** What a number that is searched for may be stored as: it is searched for in any notation, and may be unfinished. None is empty. */
export function searchedNumbers(digits: string): string[] {
  const code = codeOf(digits);
  const national = withoutTrunkPrefix(digits);
  const possible = canExist(national) ? national : code + national.slice(code.length).replace(/^0+/, '');
  // Zeros alone are the beginning of an extension only.
  return [...new Set([digits, possible || digits])];
}
