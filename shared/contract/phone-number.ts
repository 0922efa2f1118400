import * as v from 'valibot';

/** Digits of the shortest phone number. */
export const minPhoneDigits = 9;

/** A phone number as customers write it: digits, parentheses, hyphens and spaces; 9 to 16 digits. No plus. */
export const phoneNumberSchema = v.config(
  v.pipe(
    v.string('phone_required'),
    v.nonEmpty('phone_required'),
    v.regex(/^[\d() -]{9,25}$/, 'phone_pattern'),
    v.check((phone) => isBetween(digitsOf(phone).length, minPhoneDigits, 16), 'phone_digits_length'),
  ),
  { abortPipeEarly: true },
);

/**
 * A phone number as a field takes it, from whatever was typed or pasted: no international prefix (`+` or `00`), which
 * stands before the field, and other separators turned into those of the field.
 */
export function cleanPhone(text: string): string {
  return text
    .replace(/^\s*(?:tel:)?\s*(?:00)?\s*/i, '')
    .replaceAll('+', '')
    .replace(/[\u2010-\u2015\u2212]/g, '-')
    .replace(/[\s./\u00a0]/g, ' ')
    .trimStart();
}

/** The digits of a text. */
export function digitsOf(text: string): string {
  return text.replace(/\D/g, '');
}

function isBetween(value: number, min: number, max: number): boolean {
  return value >= min && value <= max;
}
