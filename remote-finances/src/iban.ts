/** An IBAN in groups of four, as ISO 13616 prints it. */
export function formatIban(iban: string): string {
  return iban.replace(/(.{4})(?=.)/g, '$1 ');
}
