// Letters that normalisation does not decompose, with what people type whose keyboard lacks them.
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

/** Normalises a text for search: no diacritics, lower case by the language's rules (Turkish I → ı). */
export function foldForSearch(text: string, language: string): string {
  return text
    .toLocaleLowerCase(language)
    .normalize('NFD')
    .replace(/[\p{Diacritic}'’ʼ]/gu, '')
    .replace(/[ıłßøđðþæœ−–]/g, (letter) => plainLetters[letter] ?? letter);
}

/** Whether a search finds an option: each typed word occurs in the option's text. */
export function matchesSearch(text: string, typed: string, language: string): boolean {
  const folded = spellingsOf(text, language).map((spelling) => foldForSearch(spelling, language));
  return foldForSearch(typed, language)
    .split(/\s+/)
    .every((word) => folded.some((spelling) => spelling.includes(word)));
}

/** Sorts what a search finds: first the texts that begin with it, then those of which a word does. */
export function bySearch(typed: string, language: string): (one: string, other: string) => number {
  const sought = foldForSearch(typed.trim(), language);
  const rankOf = (text: string) => {
    const starts = spellingsOf(text, language).map((spelling) => ` ${foldForSearch(spelling, language)}`);
    if (starts.some((start) => start.startsWith(` ${sought}`))) return 0;
    return starts.some((start) => start.includes(` ${sought}`)) ? 1 : 2;
  };
  return (one, other) => rankOf(one) - rankOf(other);
}

/** In German an umlaut may be typed as its vowel and an e. */
function spellingsOf(text: string, language: string): string[] {
  return language.startsWith('de') ? [text, text.replace(/[äöü]/gi, (letter) => `${letter}e`)] : [text];
}
