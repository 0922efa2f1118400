/**
 * A phone number as the field takes it, from whatever was typed or pasted: no international prefix, which stands
 * before the field, and other separators turned into those of the field.
 */
export function cleanPhone(text: string): string {
  return text
    .replace(/^\s*(?:tel:)?\s*(?:00)?\s*/i, '')
    .replaceAll('+', '')
    .replace(/[\u2010-\u2015\u2212]/g, '-')
    .replace(/[\s./\u00a0]/g, ' ');
}
