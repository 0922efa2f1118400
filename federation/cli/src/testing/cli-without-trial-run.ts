// The release tool for tests that start it as a process: everything but the trial run is as in cli.ts.
import { runPortal } from '../cli/run-portal.ts';
import { noTrialRun } from './no-trial-run.fixtures.ts';

process.exitCode = await runPortal(process.argv.slice(2), {
  environment: process.env,
  runCandidates: noTrialRun,
  out: (text) => process.stdout.write(text),
  err: (text) => process.stderr.write(text),
});
