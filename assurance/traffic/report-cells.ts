// Runs the test of report cells of the BFF with 1,000 random filters each for calls and messages. npm test tries 25.
import { spawnSync } from 'node:child_process';

const { status } = spawnSync('node', ['tooling/bootstrap.mjs', 'test-package', 'bff', 'report-cells'], {
  env: { ...process.env, REPORT_CELL_RUNS: '1000' },
  stdio: 'inherit',
});
process.exitCode = status ?? 1;
