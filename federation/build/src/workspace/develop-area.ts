#!/usr/bin/env node
// portal-dev [folder] --portal <address>: serves an area for the pages of a deployed portal.
import path from 'node:path';
import { parseArgs } from 'node:util';
import { developInPortal } from './develop-in-portal.ts';

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { portal: { type: 'string' } },
});
process.exitCode = await developInPortal(path.resolve(positionals[0] ?? '.'), values.portal);
