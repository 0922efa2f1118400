import { expect, jest, test } from '@jest/globals';
import { outcomeOfPlaywright } from './browser-step.ts';
import { countsOf, runSteps, single, total } from './outcome.ts';
import { type JestReport, outcomeOfJest } from './unit-step.ts';

const ended = (code: number) => ({ code, stdout: '', stderr: 'last output' });
const folders = ['/portal/shared', '/portal/shared/contract'];

function suite(name: string, statuses: string[], status = 'passed'): JestReport['testResults'][number] {
  return {
    name,
    status,
    message: `why ${name} failed`,
    assertionResults: statuses.map((one) => ({ status: one })),
  };
}

const bothPass = [
  suite('/portal/shared/a.test.ts', ['passed', 'passed']),
  suite('/portal/shared/contract/b.test.ts', ['passed']),
];

test('counts the tests of a run without failures', () => {
  expect(countsOf(outcomeOfJest({ testResults: bothPass }, folders, ended(0)))).toBe('3 passed, 0 failed');
});

test('counts failed and skipped tests and reports failures', () => {
  const failing = suite('/portal/shared/c.test.ts', ['passed', 'failed', 'pending'], 'failed');

  const outcome = outcomeOfJest({ testResults: [...bothPass, failing] }, folders, ended(1));

  expect(countsOf(outcome)).toBe('4 passed, 1 failed, 1 skipped');
  expect(outcome.report).toContain('why /portal/shared/c.test.ts failed');
});

test('counts a suite that could not run as one failure', () => {
  const crashed = suite('/portal/shared/c.test.ts', [], 'failed');

  expect(countsOf(outcomeOfJest({ testResults: [...bothPass, crashed] }, folders, ended(1)))).toBe(
    '3 passed, 1 failed',
  );
});

test('counts a package without tests as one failure', () => {
  const outcome = outcomeOfJest({ testResults: bothPass.slice(1) }, folders, ended(0));

  expect(countsOf(outcome)).toBe('1 passed, 1 failed');
  expect(outcome.report).toBe('/portal/shared: no test was run');
});

test('counts an exit code without a failed test, or a missing report of Jest, as one failure', () => {
  expect(countsOf(outcomeOfJest({ testResults: bothPass }, folders, ended(1)))).toBe('3 passed, 1 failed');
  expect(countsOf(outcomeOfJest(undefined, folders, ended(0)))).toBe('0 passed, 1 failed');
});

test.each([
  ['all pass', { expected: 5, unexpected: 0, flaky: 0, skipped: 1 }, 0, '5 passed, 0 failed, 1 skipped'],
  ['one fails', { expected: 5, unexpected: 1, flaky: 0, skipped: 0 }, 1, '5 passed, 1 failed'],
  ['one passes at a retry', { expected: 4, unexpected: 0, flaky: 1, skipped: 0 }, 0, '5 passed, 0 failed'],
  ['there is no test', { expected: 0, unexpected: 0, flaky: 0, skipped: 0 }, 0, '0 passed, 1 failed'],
  ['it exits with 1', { expected: 5, unexpected: 0, flaky: 0, skipped: 0 }, 1, '5 passed, 1 failed'],
])('browser tests: %s', (_, stats, code, counts) => {
  expect(countsOf(outcomeOfPlaywright({ stats, errors: [] }, ended(code)))).toBe(counts);
});

test('names the failed browser tests and their errors, and no others', () => {
  const spec = (title: string, messages: string[]) => ({
    title,
    file: 'journeys/session.spec.ts',
    line: 12,
    ok: messages.length === 0,
    tests: [{ results: [{ errors: messages.map((message) => ({ message })) }] }],
  });
  const report = {
    stats: { expected: 1, unexpected: 1, flaky: 0, skipped: 0 },
    errors: [],
    suites: [
      {
        specs: [],
        suites: [{ specs: [spec('logs in', []), spec('logs out', ['\u001b[31mno button\u001b[0m'])] }],
      },
    ],
  };

  expect(outcomeOfPlaywright(report, ended(1)).report).toBe(
    'journeys/session.spec.ts:12 › logs out\nno button',
  );
});

test('counts a missing report or an error of the browser tests as one failure', () => {
  const stats = { expected: 1, unexpected: 0, flaky: 0, skipped: 0 };

  expect(countsOf(outcomeOfPlaywright(undefined, ended(0)))).toBe('0 passed, 1 failed');
  expect(countsOf(outcomeOfPlaywright({ stats, errors: [{ message: 'no browser' }] }, ended(1)))).toBe(
    '1 passed, 1 failed',
  );
});

test('counts a step that throws as failed and runs the other steps', async () => {
  const log = jest.spyOn(console, 'log').mockImplementation(() => undefined);

  const outcome = await runSteps([
    { name: 'first', run: () => Promise.reject(new Error('broken')) },
    { name: 'second', run: () => Promise.resolve(single(true)) },
  ]);

  expect(countsOf(outcome)).toBe('1 passed, 1 failed');
  expect(log.mock.calls.join('\n')).toContain('broken');
  log.mockRestore();
});

test('adds up outcomes without lines for empty reports', () => {
  expect(total([single(true), single(false, 'a'), single(true, '')])).toEqual({
    passed: 2,
    failed: 1,
    skipped: 0,
    report: 'a',
  });
});
