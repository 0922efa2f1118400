import path from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import { root } from '@portal/federation-build/workspace/workspace-packages';
import { type ProcessResult, runForReport } from '../process/run-process.ts';
import { type Outcome, type Step, single, total } from './outcome.ts';

/** The fields of Playwright's JSON report that are used. */
export interface PlaywrightReport {
  stats: { expected: number; unexpected: number; flaky: number; skipped: number };
  errors: { message?: string }[];
  suites?: PlaywrightSuite[];
}

interface PlaywrightSuite {
  suites?: PlaywrightSuite[];
  specs: {
    title: string;
    file: string;
    line: number;
    ok: boolean;
    tests: { results: { errors: { message?: string }[] }[] }[];
  }[];
}

const script = path.join(root, 'e2e', 'run.ts');

/** Runs the journeys in a real browser against the built portal. */
export const browserStep: Step = {
  name: 'browser',
  async run() {
    const args = (file: string) => [script, '--json', file];
    const { report, result } = await runForReport<PlaywrightReport>('e2e.json', args);
    return outcomeOfPlaywright(report, result);
  },
};

/** The outcome of a Playwright run. A missing report, no tests, or an exit code without a failed test is one failure. */
export function outcomeOfPlaywright(report: PlaywrightReport | undefined, result: ProcessResult): Outcome {
  const output = `${result.stdout}\n${result.stderr}`.trim();
  if (report === undefined)
    return single(false, `the browser tests wrote no report (code ${result.code}):\n${output}`);
  const { expected, unexpected, flaky, skipped } = report.stats;
  const errors = report.errors.map(({ message = 'unknown error' }) => single(false, message));
  const run = {
    passed: expected + flaky,
    failed: unexpected,
    skipped,
    report:
      unexpected > 0
        ? (report.suites ?? []).flatMap(failuresOf).join('\n\n')
        : flaky > 0
          ? `${flaky} browser tests passed only at a retry`
          : '',
  };
  const outcome = total([run, ...errors]);
  if (outcome.failed > 0) return outcome;
  if (run.passed === 0) return total([outcome, single(false, `no browser test was run\n${output}`)]);
  return result.code === 0 ? outcome : total([outcome, single(false, output)]);
}

/** The failed tests alone: among the lines of all tests, logs that are cut hide them. */
function failuresOf({ suites = [], specs }: PlaywrightSuite): string[] {
  const failed = specs.filter(({ ok }) => !ok);
  const own = failed.map(({ title, file, line, tests }) => {
    const errors = tests.flatMap(({ results }) => results.flatMap((result) => result.errors));
    const messages = errors.map(({ message = 'unknown error' }) => stripVTControlCharacters(message));
    return [`${file}:${line} › ${title}`, ...messages].join('\n');
  });
  return [...own, ...suites.flatMap(failuresOf)];
}
