import { spawnSync } from 'node:child_process';

/** Runs tests of the BFF whose name has the pattern, with more random cases than `npm test`: `variable` says how many. */
export function repeatTest(pattern: string, variable: string, runs: number): void {
  const { status } = spawnSync('node', ['tooling/bootstrap.mjs', 'test-package', 'bff', pattern], {
    env: { ...process.env, [variable]: String(runs) },
    stdio: 'inherit',
  });
  process.exitCode = status ?? 1;
}
