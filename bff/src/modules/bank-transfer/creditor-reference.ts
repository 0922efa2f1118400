/**
 * The structured creditor reference (ISO 11649) of a document number: `RF`, two check digits and the number without hyphens.
 * `PF-2026-000318` → `RF65PF2026000318`.
 */
export function creditorReference(number: string): string {
  const text = number.replaceAll(/[^0-9A-Za-z]/g, '').toUpperCase();
  const check = 98 - remainder(`${text}RF00`);
  return `RF${String(check).padStart(2, '0')}${text}`;
}

/** Whether the check digits of a creditor reference are right; spaces and case do not matter. */
export function isCreditorReference(text: string): boolean {
  const compact = text.replaceAll(/\s/g, '').toUpperCase();
  if (!/^RF\d{2}[0-9A-Z]{1,21}$/.test(compact)) return false;
  return remainder(compact.slice(4) + compact.slice(0, 4)) === 1;
}

/** The remainder of a division by 97; letters count as 10 to 35 (ISO 7064). */
function remainder(text: string): number {
  let rest = 0;
  for (const sign of text)
    for (const digit of String(Number.parseInt(sign, 36))) rest = (rest * 10 + Number(digit)) % 97;
  return rest;
}
