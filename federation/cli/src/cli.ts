#!/usr/bin/env node
// npm run portal -- <command>: the release tool. docs/runbooks/release.md shows its use.
import { runPortal } from './cli/run-portal.ts';

process.exitCode = await runPortal(process.argv.slice(2), {
  environment: process.env,
  out: (text) => process.stdout.write(text),
  err: (text) => process.stderr.write(text),
});
