import { createRequire } from 'node:module';
import path from 'node:path';
import { packagesWith, root } from '@portal/federation-build/workspace/workspace-packages';
import { type ProcessResult, runForReport } from '../process/run-process.ts';
import { type Outcome, type Step, single, total } from './outcome.ts';
import { writeTestGroups } from './test-groups.ts';

/** The fields of Jest's `--json` report that are used. */
export interface JestReport {
  testResults: {
    name: string;
    status: string;
    message: string;
    assertionResults: { status: string }[];
  }[];
}

/** Jest's command line program. */
export const jestProgram = path.join(
  path.dirname(createRequire(import.meta.url).resolve('jest/package.json')),
  'bin',
  'jest.js',
);

/** The screens of `auth` depend on how the document and the session began, so each of its files has modules of its own. */
const accountAreas = ['finances', 'messaging', 'profile', 'voicing'];

/** Tests create and drop many small objects: with more space for the young ones, collecting them takes a tenth less time. */
const nodeOptions = ['--max-semi-space-size=64'];

/** Runs the Jest suites of all packages in one run. With six workers for two processors, because many suites wait for processes and databases. */
export const unitStep: Step = {
  name: 'unit',
  async run() {
    const packages = packagesWith('jest.config.mjs');
    const folders = packages.map((folder) => path.join(root, folder));
    const options = ['--projects', ...packages, '--maxWorkers=6', '--silent', '--json'];
    const args = (file: string) => [...nodeOptions, jestProgram, ...options, `--outputFile=${file}`];
    writeTestGroups(path.join(root, 'bff'));
    for (const area of accountAreas)
      writeTestGroups(path.join(root, `remote-${area}`), [
        '@testing-library/react',
        '@portal/shared/testing',
      ]);
    const env = { PORTAL_TEST_GROUPS: '1' };
    const { report, result } = await runForReport<JestReport>('jest.json', args, env);
    return outcomeOfJest(report, folders, result);
  },
};

/**
 * The outcome of a Jest run. A suite that could not run, a package without tests, and an exit code without a failed test
 * count as one failure each.
 */
export function outcomeOfJest(
  report: JestReport | undefined,
  folders: string[],
  result: ProcessResult,
): Outcome {
  if (report === undefined)
    return single(false, `Jest wrote no report (code ${result.code}):\n${result.stderr}`);
  const suites = total(report.testResults.map(outcomeOfSuite));
  const empty = folders.filter((folder) => !hasTests(folder, folders, report));
  const outcome = total([suites, ...empty.map((folder) => single(false, `${folder}: no test was run`))]);
  if (result.code === 0 || outcome.failed > 0) return outcome;
  return total([
    outcome,
    single(false, `Jest ended with code ${result.code}:\n${result.stderr.slice(-4_000)}`),
  ]);
}

function outcomeOfSuite({ status, message, assertionResults }: JestReport['testResults'][number]): Outcome {
  const having = (...wanted: string[]) =>
    assertionResults.filter((one) => wanted.includes(one.status)).length;
  const failed = having('failed');
  const hasCrashed = status === 'failed' && failed === 0;
  return {
    passed: having('passed'),
    failed: failed + (hasCrashed ? 1 : 0),
    skipped: having('pending', 'skipped', 'todo', 'disabled'),
    report: status === 'failed' ? message : '',
  };
}

/** A file belongs to the innermost package around it: `shared/contract` lies within `shared`. */
function hasTests(folder: string, folders: string[], { testResults }: JestReport): boolean {
  return testResults.some(({ name, assertionResults }) => {
    const around = folders.filter((one) => name.startsWith(`${one}${path.sep}`));
    const innermost = around.toSorted((a, b) => b.length - a.length)[0];
    return innermost === folder && assertionResults.length > 0;
  });
}
