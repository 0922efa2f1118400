import path from 'node:path';
import { root as ownRoot } from '@portal/federation-build/workspace/workspace-packages';
import { runNode } from '../../process/run-process.ts';
import type { LintResult } from '../check-rules.ts';
import { type Fault, lineOf, type SourceFile } from '../lint-rule.ts';
import { withoutIgnored } from '../rules/suppressions.ts';
import type { WrongImport } from './cruise.ts';

const program = path.join(ownRoot, 'tooling/lint/imports/cruise.ts');

/** Checks the imports of all packages in a folder with dependency-cruiser. `files` are the files of the folder. */
export async function checkImports(root: string, files: SourceFile[]): Promise<LintResult> {
  const packages = files.flatMap(
    ({ path: file }) => /^((?:federation\/)?[^/]+)\/package\.json$/.exec(file)?.[1] ?? [],
  );
  const { code, stdout, stderr } = await runNode([program, root, ...packages], { cwd: root });
  if (code !== 0)
    return { name: 'imports', faults: [{ file: 'tooling/lint/imports', line: 1, message: stderr }] };
  const wrong: WrongImport[] = JSON.parse(stdout);
  const texts = new Map(files.map((file) => [file.path, file.text]));
  const faults = wrong.map((one) => faultOf(one, texts.get(one.from) ?? ''));
  return { name: 'imports', faults: withoutIgnored('imports', faults, files) };
}

function faultOf({ from, rule, specifier, circle }: WrongImport, text: string): Fault {
  const imported = specifier === undefined ? undefined : `'${specifier}'`;
  return {
    file: from,
    line: imported === undefined ? 1 : lineOf(text, imported),
    message: `${rule}: ${circle === undefined ? imported : [from, ...circle].join(' → ')}`,
  };
}
