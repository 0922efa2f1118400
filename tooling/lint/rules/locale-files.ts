import { languages } from '@portal/contract/language';
import { lineAt, type SourceFile } from '../lint-rule.ts';

/** One namespace in one language. */
export interface LocaleFile {
  path: string;
  text: string;
  /** `host`, `federation/browser` or the remote's folder. */
  owner: string;
  language: string;
  namespace: string;
  /** Dotted key → text. */
  texts: Map<string, string>;
}

/** A text and its plural forms: `items_one` and `items_other` are the family `items`. */
export interface KeyFamily {
  key: string;
  /** Texts by plural category; a text without plurals has the only form `''`. */
  forms: Map<string, string>;
}

const localePath =
  /^((?:host|federation\/browser|remote-[a-z0-9-]+))\/locales\/([a-z]{2})\/([A-Za-z]+)\.json$/;
const pluralKey = /^(.+)_(zero|one|two|few|many|other)$/;

/** The repository's translation files. Throws with the path of a file that is not a JSON object of texts. */
export function localeFiles(files: SourceFile[]): LocaleFile[] {
  return files.flatMap(({ path, text }) => {
    const match = localePath.exec(path);
    if (match === null) return [];
    const [, owner = '', language = '', namespace = ''] = match;
    return [{ path, text, owner, language, namespace, texts: flattened(JSON.parse(text), path) }];
  });
}

/** Groups the plural forms of a file; `x_one` without `x_other` in the English file is an ordinary key. */
export function keyFamilies(texts: Map<string, string>, pluralKeys: Set<string>): Map<string, KeyFamily> {
  const families = new Map<string, KeyFamily>();
  for (const [key, text] of texts) {
    const [, base = '', category = ''] = pluralKey.exec(key) ?? [];
    const isPlural = pluralKeys.has(base);
    const family = families.get(isPlural ? base : key) ?? { key: isPlural ? base : key, forms: new Map() };
    family.forms.set(isPlural ? category : '', text);
    families.set(family.key, family);
  }
  return families;
}

/** The keys with plural forms in the English file. */
export function pluralKeysOf(english: Map<string, string>): Set<string> {
  return new Set(
    [...english.keys()].flatMap((key) => (key.endsWith('_other') ? [key.slice(0, -'_other'.length)] : [])),
  );
}

/** The plural categories of a language that i18next uses. */
export function pluralCategories(language: string): string[] {
  return new Intl.PluralRules(language).resolvedOptions().pluralCategories;
}

/** The line of a dotted key: of its first plural form, or of its group if the key is missing. */
export function lineOfKey(text: string, key: string): number {
  let position = 0;
  for (const name of key.split('.')) {
    const next = text.slice(position).search(new RegExp(`"${name}(?:_[a-z]+)?"\\s*:`));
    if (next === -1) break;
    position += next;
  }
  return lineAt(text, position);
}

export const otherLanguages = languages.filter((language) => language !== 'en');

function flattened(value: unknown, path: string, prefix = ''): Map<string, string> {
  if (typeof value !== 'object' || value === null) throw new Error(`${path}: not an object of texts`);
  const texts = new Map<string, string>();
  for (const [key, item] of Object.entries(value)) {
    if (typeof item === 'string') texts.set(`${prefix}${key}`, item);
    else for (const [below, text] of flattened(item, path, `${prefix}${key}.`)) texts.set(below, text);
  }
  return texts;
}
