/**
 * Converts a phone number to E.164 with its plus sign. Returns anything else (extensions, `s`, `*97`, Anonymous)
 * unchanged. `+…` and `00…` are international. A single leading zero is a trunk prefix of a national number. Without
 * a prefix, eleven or more digits are international; seven to ten are national, unless they begin with the account's
 * own `dialCode` and are long enough. Callers can dial signs around a number that a telephone system ignores; they do not
 * make it another number.
 */
export function normalizeNumber(text: string, dialCode: string | undefined): string {
  const compact = dialled(text).replace(/[\s().-]/g, '');
  if (!/^\+?\d+$/.test(compact)) return text.trim();
  if (compact.startsWith('+')) return e164(compact.slice(1)) ?? compact;
  if (compact.startsWith('00')) return e164(compact.slice(2)) ?? compact;
  if (dialCode === '1' && compact.startsWith('011')) return e164(compact.slice(3)) ?? compact;
  if (compact.length < 7) return compact;
  if (compact.startsWith('0')) return withCode(compact.slice(1), dialCode) ?? compact;
  const isOwn =
    dialCode !== undefined && compact.startsWith(dialCode) && compact.length >= dialCode.length + 7;
  if (isOwn || compact.length >= 11) return e164(compact) ?? compact;
  return withCode(compact, dialCode) ?? compact;
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

/** Returns the digits after the plus sign, or nothing if no phone number has this format. */
function e164(digits: string): string | undefined {
  return /^[1-9]\d{6,14}$/.test(digits) ? `+${digits}` : undefined;
}

function withCode(digits: string, dialCode: string | undefined): string | undefined {
  return dialCode === undefined ? undefined : e164(`${dialCode}${digits}`);
}

/**
 * Whether what was dialled stays in the customer's own telephone system: an extension, a code such as `*97`, or a name such as
 * `s`. A telephone system may understand digits of every script.
 */
export function isInternal(dialled: string): boolean {
  return (dialled.match(/\p{Nd}/gu) ?? []).length < 7;
}
