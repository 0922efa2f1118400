import { mkdirSync, readFileSync, rmSync } from 'node:fs';
import path from 'node:path';
import { root } from '@portal/federation-build/workspace/workspace-packages';
import { type ProcessResult, runNode } from '../process/run-process.ts';
import { type Outcome, type Step, single, total } from './outcome.ts';

/** The fields of Playwright's JSON report that are used. */
export interface PlaywrightReport {
  stats: { expected: number; unexpected: number; flaky: number; skipped: number };
  errors: { message?: string }[];
}

const script = path.join(root, 'e2e', 'run.ts');
const reportFile = path.join(root, 'var', 'check', 'e2e.json');

/** Runs the journeys in a real browser against the built portal. */
export const browserStep: Step = {
  name: 'browser',
  async run() {
    mkdirSync(path.dirname(reportFile), { recursive: true });
    rmSync(reportFile, { force: true });
    const result = await runNode([script, '--json', reportFile], { cwd: root, timeoutSeconds: 720 });
    return outcomeOfPlaywright(readReport(), result);
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
    report: unexpected > 0 ? output : flaky > 0 ? `${flaky} browser tests passed only at a retry` : '',
  };
  const outcome = total([run, ...errors]);
  if (outcome.failed > 0) return outcome;
  if (run.passed === 0) return total([outcome, single(false, `no browser test was run\n${output}`)]);
  return result.code === 0 ? outcome : total([outcome, single(false, output)]);
}

function readReport(): PlaywrightReport | undefined {
  try {
    return JSON.parse(readFileSync(reportFile, 'utf8'));
  } catch {
    return undefined;
  }
}
