// Letters of their own right that people without them on the keyboard write in another way.
const plainLetters: Readonly<Record<string, string>> = {
  ı: 'i',
  ł: 'l',
  ß: 'ss',
  ø: 'o',
  đ: 'd',
  ð: 'd',
  þ: 'th',
  æ: 'ae',
  œ: 'oe',
  '−': '-',
  '–': '-',
};

/** The text as it is compared in a search: no diacritics, lower case by the language's own rules (Turkish I → ı). */
export function foldForSearch(text: string, language: string): string {
  return text
    .toLocaleLowerCase(language)
    .normalize('NFD')
    .replace(/[\p{Diacritic}'’ʼ]/gu, '')
    .replace(/[ıłßøđðþæœ−–]/g, (letter) => plainLetters[letter] ?? letter);
}

/** Whether an option shows up for what was typed: each typed word occurs in it. */
export function matchesSearch(text: string, typed: string, language: string): boolean {
  const folded = spellingsOf(text, language).map((spelling) => foldForSearch(spelling, language));
  return foldForSearch(typed, language)
    .split(/\s+/)
    .every((word) => folded.some((spelling) => spelling.includes(word)));
}

/** German writes its umlauts with an e where there is no other way. */
function spellingsOf(text: string, language: string): string[] {
  return language.startsWith('de') ? [text, text.replace(/[äöü]/gi, (letter) => `${letter}e`)] : [text];
}
