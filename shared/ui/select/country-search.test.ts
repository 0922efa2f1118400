import { expect, it } from '@jest/globals';
import { countryCodes } from '@portal/contract/country';
import { languages } from '@portal/contract/language';
import { matchesSearch } from './option-search.ts';

const nameOf = (language: string) => {
  const names = new Intl.DisplayNames(language, { type: 'region' });
  return (code: string) => names.of(code.toUpperCase()) ?? code;
};
const bare = (text: string) => text.normalize('NFD').replace(/\p{Diacritic}/gu, '');

it.each(languages)(
  'every country has a name in %s and is found by it, with and without accents',
  (language) => {
    const name = nameOf(language);
    const lost = countryCodes.filter((code) => {
      const full = name(code);
      const typed = [full, full.toLocaleUpperCase(language), full.toLocaleLowerCase(language), bare(full)];
      return full === code.toUpperCase() || !typed.every((text) => matchesSearch(full, text, language));
    });
    expect(lost).toEqual([]);
  },
);

it.each([
  ['tr', 'irlanda', 'ie'],
  ['tr', 'IRLANDA', 'ie'],
  ['tr', 'izlanda', 'is'],
  ['tr', 'hirvatistan', 'hr'],
  ['de', 'osterreich', 'at'],
  ['de', 'oesterreich', 'at'],
  ['de', 'danemark', 'dk'],
  ['fr', 'etats', 'us'],
  ['fr', "cote d'ivoire", 'ci'],
  ['lt', 'svedija', 'se'],
  ['lt', 'cekija', 'cz'],
  ['lv', 'kina', 'cn'],
  ['pl', 'slowacja', 'sk'],
  ['et', 'louna-aafrika', 'za'],
  ['ru', 'ЭСТОНИЯ', 'ee'],
  ['es', 'espana', 'es'],
  ['pt', 'sao tome', 'st'],
  ['it', 'costa d’avorio', 'ci'],
])('finds in %s for "%s" the country %s', (language, typed, country) => {
  const name = nameOf(language);
  expect(countryCodes.filter((code) => matchesSearch(name(code), typed, language))).toContain(country);
});
