import { readFileSync } from 'node:fs';
import path from 'node:path';
import { readPortalFacts, root } from '../workspace/workspace-packages.ts';
import { declarationsOf, type PublicTypes, withDeclarations } from './public-types.ts';

interface Declaration {
  /** Path of the declaration file, relative to the root. */
  file: string;
  /** `*` for everything that the file exports. */
  name: string;
}

/**
 * The types that areas use of the shared package: what each shared module exports, and every type of the package that
 * these mention, as `shared/ui Button`. Throws when they do not compile.
 */
export function readSharedTypes(): Promise<PublicTypes> {
  const entries = sharedEntries();
  return withDeclarations(entries, (out) => {
    const waiting: Declaration[] = entries.map((file) => ({ file: declarationFile(file), name: '*' }));
    const found: PublicTypes = {};
    const seen = new Set<string>();
    // Grows while it is read.
    for (const { file, name } of waiting) {
      if (seen.has(`${file} ${name}`)) continue;
      seen.add(`${file} ${name}`);
      const { lines, mentioned } = readDeclaration(out, { file, name });
      waiting.push(...mentioned);
      if (lines.length === 0) continue;
      const key = `${file.split('/').slice(0, 2).join('/')} ${name}`;
      found[key] = [...(found[key] ?? []), ...lines];
    }
    return found;
  });
}

/** Files of the shared package's modules in the share scope, relative to the root. */
function sharedEntries(): string[] {
  const { shared, folders } = readPortalFacts();
  const text = readFileSync(path.join(root, folders.shared, 'package.json'), 'utf8');
  const { name, exports }: { name: string; exports: Record<string, string> } = JSON.parse(text);
  return [...shared.eager, ...shared.late]
    .filter((request) => request.startsWith(`${name}/`))
    .map((request) => path.posix.join(folders.shared, exports[`.${request.slice(name.length)}`] ?? ''));
}

function declarationFile(file: string): string {
  return file.replace(/\.tsx?$/, '.d.ts');
}

/** The lines of one declaration, and what it mentions of its own file and of files that it imports. */
function readDeclaration(
  out: string,
  { file, name }: Declaration,
): { lines: string[]; mentioned: Declaration[] } {
  const text = readFileSync(path.join(out, file), 'utf8');
  const imports = [
    ...text.matchAll(/^(import|export) (?:type )?(\{[^{}]*\}|\*)(?: from)? '(\.[^'\n]+)';$/gm),
  ].flatMap(([, kind = '', names = '', from = '']) =>
    importsOf(names, declarationFile(path.posix.join(file, '..', from)), kind),
  );
  const local = Map.groupBy(declarationsOf(text), (one) => one.name);
  const exported = imports.filter(({ kind }) => kind === 'export');
  if (name === '*') {
    const own = [...local]
      .filter(([, [first]]) => first?.lines[0]?.startsWith('export '))
      .map(([one]) => one);
    return {
      lines: [],
      mentioned: [...own.map((one) => ({ file, name: one })), ...exported.map(({ target }) => target)],
    };
  }
  const lines = (local.get(name) ?? []).flatMap((one) => one.lines).filter((line) => line !== 'export');
  if (lines.length === 0) {
    const through = exported.filter((one) => one.local === name || one.local === '*');
    return {
      lines: [],
      mentioned: through.map(({ target }) => (target.name === '*' ? { ...target, name } : target)),
    };
  }
  const words = new Set(lines.join(' ').match(/[A-Za-z_$][\w$]*/g));
  words.delete(name);
  return {
    lines,
    mentioned: [
      ...[...local.keys()].filter((one) => words.has(one)).map((one) => ({ file, name: one })),
      ...imports.filter((one) => words.has(one.local)).map(({ target }) => target),
    ],
  };
}

/** `{ A, type B as C }` or `*` of a file. */
function importsOf(names: string, file: string, kind: string) {
  if (names === '*') return [{ kind, local: '*', target: { file, name: '*' } }];
  return names
    .slice(1, -1)
    .split(',')
    .map((one) =>
      one
        .trim()
        .replace(/^type /, '')
        .split(' as '),
    )
    .filter(([name]) => name !== '')
    .map(([name = '', local = name]) => ({ kind, local, target: { file, name } }));
}
