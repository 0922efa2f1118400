/**
 * E.164 with its plus sign, where the text is a phone number; anything else (extensions, `s`, `*97`, Anonymous) as it
 * stands. `+…` and `00…` are international. A single leading zero is a trunk prefix: the number is national. Eleven
 * digits and more are international without a prefix, seven to ten national, unless they begin with the own country's
 * code and are long enough to go on after it. `dialCode` is that code.
 */
export function normalNumber(text: string, dialCode: string | undefined): string {
  const compact = text.replace(/[\s().-]/g, '');
  if (!/^\+?\d+$/.test(compact)) return text.trim();
  if (compact.startsWith('+')) return e164(compact.slice(1)) ?? compact;
  if (compact.startsWith('00')) return e164(compact.slice(2)) ?? compact;
  if (compact.length < 7) return compact;
  if (compact.startsWith('0')) return withCode(compact.slice(1), dialCode) ?? compact;
  const isOwn =
    dialCode !== undefined && compact.startsWith(dialCode) && compact.length >= dialCode.length + 7;
  if (isOwn || compact.length >= 11) return e164(compact) ?? compact;
  return withCode(compact, dialCode) ?? compact;
}

/** Digits after the plus, or nothing if no number on earth is like that. */
function e164(digits: string): string | undefined {
  return /^[1-9]\d{6,14}$/.test(digits) ? `+${digits}` : undefined;
}

function withCode(digits: string, dialCode: string | undefined): string | undefined {
  return dialCode === undefined ? undefined : e164(`${dialCode}${digits}`);
}

export function isE164(number: string): boolean {
  return number.startsWith('+');
}
