import { execFile } from 'node:child_process';
import { globSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { promisify } from 'node:util';
import { readPortalFacts, root } from '../workspace/workspace-packages.ts';

/** `shared/contract/money.ts currencySchema` → the lines of its declaration, as the compiler writes it. */
export type PublicTypes = Record<string, string[]>;

const published = [...readPortalFacts().folders.public_types, 'federation/contract/src'];
const unpublished = ['**/*.test.ts', '**/*.test.tsx', '**/*.fixtures.ts'];

/** Declares the public types of the contract, on which live releases depend. Throws when they do not compile. */
export function readPublicTypes(): Promise<PublicTypes> {
  const sources = published.flatMap((one) => [`${one}/*.ts`, `${one}/*.tsx`]);
  return withDeclarations(sources, (out) => {
    const files = published.flatMap((one) => globSync(`${one}/*.d.ts`, { cwd: out })).sort();
    return Object.fromEntries(
      files.flatMap((file) =>
        declarationsOf(readFileSync(path.join(out, file), 'utf8')).map(({ name, lines }) => [
          `${file.replace('.d.ts', '.ts')} ${name}`,
          lines,
        ]),
      ),
    );
  });
}

/** Compiles declarations of sources (paths from the root) into a folder that exists while they are read. */
export async function withDeclarations<T>(
  sources: readonly string[],
  read: (folder: string) => T,
): Promise<T> {
  const folder = path.join(root, 'var', 'contract-types', `${process.pid}-${crypto.randomUUID()}`);
  try {
    await declare(folder, sources);
    return read(path.join(folder, 'out'));
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Splits a declaration file into its declarations, which begin at the left margin. Overloads are one declaration. */
export function declarationsOf(text: string): { name: string; lines: string[] }[] {
  const found: { name: string; lines: string[] }[] = [];
  for (const line of text.split('\n')) {
    const name = /^(?:export )?(?:declare )?(?:const|function|class|type|interface|let) (\w+)/.exec(
      line,
    )?.[1];
    if (name !== undefined) found.push({ name, lines: splitErrorCodes(line.trim()) });
    else if (/^(?:import|export) /.test(line) && !line.startsWith('export {}')) {
      // Where an export comes from does not matter.
      found.push(...reexported(line).map((one) => ({ name: one, lines: ['export'] })));
    } else if (line.trim() !== '' && !line.startsWith('export {}'))
      found.at(-1)?.lines.push(...splitErrorCodes(line.trim()));
  }
  return [...Map.groupBy(found, ({ name }) => name)].map(([name, group]) => ({
    name,
    lines: group.flatMap(({ lines }) => lines),
  }));
}

/**
 * Clients handle unknown error codes, so a list of them may grow. Each code becomes a line of its own, so that a new code is an
 * added line instead of a changed one.
 */
function splitErrorCodes(line: string): string[] {
  const [, head, codes] =
    /^((?:export declare const (?:\w*[eE]rrorCodes|\w+Errors)|readonly (?:errors|\d{3})): readonly )\[(.*)\];$/.exec(
      line,
    ) ?? [];
  if (head === undefined || codes === undefined) return [line];
  return [
    head,
    ...codes
      .split(', ')
      .sort()
      .map((code) => `error code ${code}`),
  ];
}

function reexported(line: string): string[] {
  if (!line.startsWith('export {')) return [];
  const names = line.slice(line.indexOf('{') + 1, line.indexOf('}')).split(',');
  return names.flatMap((name) => name.trim().split(' ').at(-1) || []);
}

async function declare(folder: string, sources: readonly string[]): Promise<void> {
  const above = path.relative(folder, root);
  mkdirSync(folder, { recursive: true });
  writeFileSync(
    path.join(folder, 'tsconfig.json'),
    JSON.stringify({
      extends: `${above}/tooling/tsconfig/browser.json`,
      compilerOptions: {
        noEmit: false,
        declaration: true,
        emitDeclarationOnly: true,
        removeComments: true,
        stableTypeOrdering: true,
        rootDir: above,
        outDir: 'out',
      },
      include: sources.map((one) => `${above}/${one}`),
      exclude: unpublished.map((pattern) => `${above}/${pattern}`),
    }),
  );
  const compiler = path.join(
    path.dirname(createRequire(import.meta.url).resolve('typescript/package.json')),
    'bin',
    'tsc',
  );
  try {
    await promisify(execFile)(process.execPath, [compiler, '-p', folder, '--pretty', 'false'], { cwd: root });
  } catch (error) {
    const { stdout = '' }: { stdout?: string } = Object(error);
    throw new Error(`the public types do not compile:\n${stdout}`, { cause: error });
  }
}
