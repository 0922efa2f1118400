/** The text as it is compared in a search: no diacritics, lower case by the language's own rules (Turkish I → ı). */
export function foldForSearch(text: string, language: string): string {
  return text
    .toLocaleLowerCase(language)
    .normalize('NFD')
    .replace(/\p{Diacritic}/gu, '')
    .replace(/ı/g, 'i')
    .replace(/ł/g, 'l')
    .replace(/ß/g, 'ss')
    .replace(/ø/g, 'o');
}

/** Whether an option shows up for what was typed: each typed word occurs in it. */
export function matchesSearch(text: string, typed: string, language: string): boolean {
  const folded = foldForSearch(text, language);
  return foldForSearch(typed, language)
    .split(/\s+/)
    .every((word) => folded.includes(word));
}
