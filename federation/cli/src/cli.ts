#!/usr/bin/env node
// npm run portal -- <command>: the release tool. docs/runbooks/release.md shows its use.
import { runPortal } from './cli/run-portal.ts';

process.exitCode = await runPortal(process.argv.slice(2), {
  environment: process.env,
  // Loaded when a command needs it, because it brings a server and a browser's driver.
  runCandidates: async (request, settings) => {
    const { runCandidates } = await import('./trial-run/run-candidates.ts');
    return runCandidates(request, settings);
  },
  out: (text) => process.stdout.write(text),
  err: (text) => process.stderr.write(text),
});
