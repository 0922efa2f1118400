import type { Fault, LintRule } from '../lint-rule.ts';
import {
  type KeyFamily,
  keyFamilies,
  type LocaleFile,
  lineOfKey,
  localeFiles,
  otherLanguages,
  pluralCategories,
  pluralKeysOf,
} from './locale-files.ts';

// Placeholders, nesting and tags must be the same in every language.
const pieces = /\{\{\s*([\w.]+)[^}]*\}\}|\$t\([^)]*\)|<\/?[a-zA-Z0-9]+\s*\/?>/g;
// A sentence equal to the English one is untranslated. Names and units may be equal.
const sentence = /(?:\p{L}{2,}[^\p{L}]+){3,}\p{L}{2,}/u;

/** Every namespace exists in all languages with the same keys and placeholders and the plural forms of the language. */
export const locales: LintRule = {
  name: 'locales',
  check(files) {
    const all = localeFiles(files);
    const english = all.filter((file) => file.language === 'en');
    return [
      ...strays(all, english),
      ...all.flatMap(emptyTexts),
      ...english.flatMap((source) => [
        ...pluralFaults(source, source),
        ...otherLanguages.flatMap((language) => translationFaults(source, language, all)),
      ]),
    ];
  },
};

function strays(all: LocaleFile[], english: LocaleFile[]): Fault[] {
  return all
    .filter(
      ({ owner, namespace }) => !english.some((one) => one.owner === owner && one.namespace === namespace),
    )
    .map(({ path, namespace }) => ({ file: path, line: 1, message: `"${namespace}" has no English file` }));
}

function emptyTexts(file: LocaleFile): Fault[] {
  return [...file.texts]
    .filter(([, text]) => text.trim() === '' || text.trim() !== text)
    .map(([key, text]) => at(file, key, text === '' ? 'is empty' : 'begins or ends with a space'));
}

function translationFaults(source: LocaleFile, language: string, all: LocaleFile[]): Fault[] {
  const path = `${source.owner}/locales/${language}/${source.namespace}.json`;
  const file = all.find((one) => one.path === path);
  if (file === undefined) return [{ file: path, line: 1, message: 'is missing' }];
  const plurals = pluralKeysOf(source.texts);
  const wanted = keyFamilies(source.texts, plurals);
  const given = keyFamilies(file.texts, plurals);
  return [
    ...[...wanted.keys()].filter((key) => !given.has(key)).map((key) => at(file, key, 'is missing')),
    ...[...given.keys()]
      .filter((key) => !wanted.has(key))
      .map((key) => at(file, key, 'is not in the English file')),
    ...pluralFaults(file, source),
    ...[...given.values()].flatMap((family) => pieceFaults(file, family, wanted.get(family.key))),
  ];
}

function pluralFaults(file: LocaleFile, source: LocaleFile): Fault[] {
  const plurals = pluralKeysOf(source.texts);
  const expected = pluralCategories(file.language);
  return [...keyFamilies(file.texts, plurals).values()]
    .filter(({ key }) => plurals.has(key))
    .flatMap(({ key, forms }) => [
      ...expected
        .filter((form) => !forms.has(form))
        .map((form) => at(file, key, `lacks the plural form "_${form}"`)),
      ...[...forms.keys()]
        .filter((form) => !expected.includes(form))
        .map((form) => at(file, key, `has the plural form "_${form}", which ${file.language} does not have`)),
    ]);
}

function pieceFaults(file: LocaleFile, family: KeyFamily, english: KeyFamily | undefined): Fault[] {
  const model = english?.forms.get('other') ?? english?.forms.get('');
  if (model === undefined) return [];
  const expected = piecesOf(model);
  return [...family.forms].flatMap(([form, text]) => {
    if (text === model && sentence.test(text)) return [at(file, family.key, 'is still English')];
    // "one item" does not need the count.
    const given = piecesOf(text);
    const wanted = form === '' || form === 'other' ? expected : withCountOf(expected, given);
    return wanted.join(' ') === given.join(' ') ? [] : [at(file, family.key, difference(wanted, given))];
  });
}

function withCountOf(expected: string[], given: string[]): string[] {
  return given.includes('{{count}}') ? expected : expected.filter((piece) => piece !== '{{count}}');
}

function difference(wanted: string[], given: string[]): string {
  return `has ${given.join(' ') || 'no placeholder'} where English has ${wanted.join(' ') || 'none'}`;
}

function piecesOf(text: string): string[] {
  return [...text.matchAll(pieces)]
    .map(([piece, name]) => (name === undefined ? piece.replace(/\s/g, '') : `{{${name}}}`))
    .sort();
}

function at(file: LocaleFile, key: string, message: string): Fault {
  return { file: file.path, line: lineOfKey(file.text, key), message: `"${key}" ${message}` };
}
