import path from 'node:path';
import { type Fault, type LintRule, lineAt, type SourceFile } from '../lint-rule.ts';

const link = /\]\((?!https?:|mailto:|#)([^)\s#]+)(?:#[^)]*)?\)/g;

/** Every relative link of a document leads to a file or folder of the repository. */
export const documentLinks: LintRule = {
  name: 'document-links',
  check(files) {
    const places = new Set(files.flatMap(({ path: file }) => [file, ...foldersAround(file)]));
    return files.filter((file) => file.path.endsWith('.md')).flatMap((file) => brokenLinks(file, places));
  },
};

function brokenLinks({ path: file, text }: SourceFile, places: Set<string>): Fault[] {
  return [...text.matchAll(link)].flatMap((match) => {
    const target = path.posix.join(path.posix.dirname(file), match[1] ?? '').replace(/\/$/, '');
    if (places.has(target)) return [];
    return [{ file, line: lineAt(text, match.index), message: `"${match[1]}" leads nowhere` }];
  });
}

function foldersAround(file: string): string[] {
  const folder = path.posix.dirname(file);
  return folder === '.' ? ['.'] : [folder, ...foldersAround(folder)];
}
