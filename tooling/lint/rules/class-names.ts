import path from 'node:path';
import postcss from 'postcss';
import { type Fault, faultAt, type LintRule, type SourceFile } from '../lint-rule.ts';

const importedSheet = /^import\s+(\w+)\s+from\s+'(\.[^']+\.module\.css)'/gm;

/** Every class that a component uses is in its style sheet, and every class of a style sheet is used. */
export const classNames: LintRule = {
  name: 'class-names',
  check(files) {
    const sheets = new Map(
      files.filter((file) => file.path.endsWith('.module.css')).map((file) => [file.path, file]),
    );
    const used = new Map<string, Set<string>>();
    const missing = files
      .filter((file) => /\.tsx?$/.test(file.path))
      .flatMap((file) =>
        [...file.text.matchAll(importedSheet)].flatMap((match) => missingClasses(file, match, sheets, used)),
      );
    return [
      ...missing,
      ...[...sheets.values()].flatMap((sheet) => unusedClasses(sheet, used.get(sheet.path))),
    ];
  },
};

function missingClasses(
  file: SourceFile,
  [, name = '', request = '']: RegExpExecArray,
  sheets: Map<string, SourceFile>,
  used: Map<string, Set<string>>,
): Fault[] {
  const sheet = sheets.get(path.posix.join(path.posix.dirname(file.path), request));
  if (sheet === undefined) return [faultAt(file, request, `no file ${request}`)];
  const defined = classesOf(sheet);
  const names = used.get(sheet.path) ?? new Set();
  used.set(sheet.path, names);
  // A computed name may be any class of the style sheet.
  if (new RegExp(String.raw`\b${name}\[(?!['"])`).test(file.text)) for (const one of defined) names.add(one);
  const uses = file.text.matchAll(
    new RegExp(String.raw`\b${name}(?:\.([A-Za-z_]\w*)|\[['"]([\w-]+)['"]\])`, 'g'),
  );
  return [...uses].flatMap((match) => {
    const className = match[1] ?? match[2] ?? '';
    names.add(className);
    if (defined.has(className)) return [];
    return [faultAt(file, match.index, `${request} has no class "${className}"`)];
  });
}

function unusedClasses(sheet: SourceFile, used: Set<string> | undefined): Fault[] {
  if (used === undefined) return [faultAt(sheet, 0, 'no component imports this sheet')];
  for (const [, names = ''] of sheet.text.matchAll(/composes:\s*([\w\s-]+)/g))
    for (const name of names.split(/\s+/)) used.add(name);
  return [...classesOf(sheet)]
    .filter((name) => !used.has(name))
    .map((name) => faultAt(sheet, `.${name}`, `no component uses ".${name}"`));
}

function classesOf({ path: from, text }: SourceFile): Set<string> {
  const names = new Set<string>();
  postcss.parse(text, { from }).walkRules((rule) => {
    for (const [, name = ''] of rule.selector.matchAll(/\.([A-Za-z_][\w-]*)/g)) names.add(name);
  });
  return names;
}
