import path from 'node:path';
import { type Fault, faultAt, type LintRule, type SourceFile } from '../lint-rule.ts';

// Packages that others build on.
const published =
  /^(?:shared\/(?:api|area|contract|form|i18n|router|session|ui)|federation\/(?:browser|cli|contract|server)\/src)\/.*\.tsx?$/;
const exportedFunction = /^export (?:async )?(?:function\*?|class) (\w+)/gm;

/** Requires a docstring for public functions of the shared packages and the federation group, so that callers need not read the body. */
export const docstrings: LintRule = {
  name: 'docstrings',
  check: (files) =>
    files.filter(({ path }) => published.test(path) && !path.includes('.test.')).flatMap(undocumented),
};

function undocumented(file: SourceFile): Fault[] {
  const { text } = file;
  return [...text.matchAll(exportedFunction)]
    .filter(({ index, 1: name }) => !hasDocstring(text.slice(0, index)) && !isOverload(text, index, name))
    .map(({ index, 1: name }) =>
      faultAt(file, index, `"${name}" has no docstring: one sentence, shapes, units, errors`),
    );
}

// An annotation for the bundler may follow the docstring.
const annotation = /\/\* @__NO_SIDE_EFFECTS__ \*\/\s*$/;

function hasDocstring(text: string): boolean {
  const before = text.replace(annotation, '');
  const endsInComment = /\*\/\s*(?:\/\/[^\n]*\n)*$/.test(before);
  return endsInComment && before.startsWith('/**', before.lastIndexOf('/*'));
}

/** The implementation below its overloads: the docstring is on the first overload. */
function isOverload(text: string, index: number, name = ''): boolean {
  return new RegExp(`^export (?:async )?function ${name}\\b`, 'm').test(text.slice(0, index));
}

const link = /\]\((?!https?:|mailto:|#)([^)\s#]+)(?:#[^)]*)?\)/g;

/** Every relative link in a document leads to an existing file or folder. */
export const documentLinks: LintRule = {
  name: 'document-links',
  check(files) {
    const places = new Set(files.flatMap((file) => [file.path, ...foldersAround(file.path)]));
    return files.filter((file) => file.path.endsWith('.md')).flatMap((file) => brokenLinks(file, places));
  },
};

function brokenLinks(file: SourceFile, places: Set<string>): Fault[] {
  return [...file.text.matchAll(link)].flatMap(({ index, 1: to = '' }) => {
    const target = path.posix.join(path.posix.dirname(file.path), to).replace(/\/$/, '');
    return places.has(target) ? [] : [faultAt(file, index, `"${to}" does not exist`)];
  });
}

function foldersAround(file: string): string[] {
  const folder = path.posix.dirname(file);
  return folder === '.' ? ['.'] : [folder, ...foldersAround(folder)];
}

const fields = /"((?:[^"]|"")*)"|[^",\n]+/g;
const ofTest = /\.(?:test|spec)\.tsx?(?:#|$)/;

/** Every test that a table of docs/ names as `file#title` exists, and each file without a title: a renamed test would prove nothing. */
export const namedTests: LintRule = {
  name: 'named-tests',
  check(files) {
    const texts = new Map(files.map(({ path, text }) => [path, text]));
    const tables = files.filter((file) => /^docs\/.*\.csv$/.test(file.path));
    return tables.flatMap((file) =>
      [...file.text.matchAll(fields)].flatMap(({ 0: field, 1: quoted = field, index }) =>
        quoted
          .split('; ')
          .filter((name) => ofTest.test(name) && !isTest(name, texts))
          .map((name) => faultAt(file, index, `there is no test "${name}"`)),
      ),
    );
  },
};

function isTest(name: string, texts: ReadonlyMap<string, string>): boolean {
  const [file = '', title] = name.split('#');
  const text = texts.get(file);
  return (
    text !== undefined &&
    (title === undefined || ["'", '"', '`'].some((quote) => text.includes(quote + title)))
  );
}
