import path from 'node:path';
import { root as ownRoot } from '@portal/federation-build/workspace/workspace-packages';
import { runNode } from '../process/run-process.ts';
import type { LintResult } from './check-rules.ts';
import type { Fault } from './lint-rule.ts';

interface BiomeReport {
  diagnostics: {
    severity: string;
    category: string;
    message: string;
    location: { path: string; start: { line: number } };
  }[];
}

interface KnipReport {
  issues: ({ file: string } & Record<string, string | KnipIssue[]>)[];
}

interface KnipIssue {
  name: string;
  line?: number;
}

/** Checks formatting, import order and the rules of biome.json in a folder that contains one. */
export async function checkBiome(root: string): Promise<LintResult> {
  const args = ['check', '--reporter=json', '--max-diagnostics=none', '.'];
  const { code, stdout, stderr } = await runNode([binary('@biomejs/biome', 'bin/biome'), ...args], {
    cwd: root,
  });
  const report = parsedReport<BiomeReport>(stdout);
  if (report === undefined) return crashed('biome', code, stderr);
  const faults = report.diagnostics
    .filter(({ severity }) => severity !== 'information' && severity !== 'info')
    .map(({ category, message, location }) => ({
      file: location.path,
      line: Math.max(1, location.start.line),
      message: category === 'format' ? 'is not formatted: run "npm run format"' : `${message} (${category})`,
    }));
  return code !== 0 && faults.length === 0 ? crashed('biome', code, stderr) : { name: 'biome', faults };
}

/** Finds unused files, exports and dependencies. knip.json lists the entry files. */
export async function checkKnip(root: string): Promise<LintResult> {
  const args = ['--reporter', 'json', '--no-progress'];
  const { code, stdout, stderr } = await runNode([binary('knip', 'bin/knip.js'), ...args], { cwd: root });
  const report = parsedReport<KnipReport>(stdout);
  if (report === undefined) return crashed('knip', code, stderr);
  const faults = report.issues.flatMap(({ file, ...kinds }) =>
    Object.entries(kinds).flatMap(([kind, issues]) =>
      Array.isArray(issues) ? knipFaults(file, kind, issues) : [],
    ),
  );
  return code !== 0 && faults.length === 0 ? crashed('knip', code, stderr) : { name: 'knip', faults };
}

function knipFaults(file: string, kind: string, issues: KnipIssue[]): Fault[] {
  return issues.map(({ name, line = 1 }) => ({
    file,
    line,
    message:
      kind === 'files' ? 'unused file: nothing imports it' : `${describedKinds[kind] ?? kind}: ${name}`,
  }));
}

const describedKinds: Record<string, string> = {
  catalog: 'unused in the catalog',
  dependencies: 'unused dependency',
  devDependencies: 'unused development dependency',
  duplicates: 'exported twice',
  exports: 'unused export',
  types: 'unused exported type',
  unlisted: 'dependency missing in package.json',
  unresolved: 'unresolved import',
};

function parsedReport<T>(stdout: string): T | undefined {
  try {
    return JSON.parse(stdout);
  } catch {
    return undefined;
  }
}

function crashed(name: string, code: number, stderr: string): LintResult {
  return {
    name,
    faults: [{ file: `${name}.json`, line: 1, message: `${name} ended with code ${code}: ${stderr}` }],
  };
}

/** Biome and knip are dependencies of the workspace root. */
function binary(packageName: string, file: string): string {
  return path.join(ownRoot, 'node_modules', packageName, file);
}
