// node e2e/run.ts [--json <file>] [--grep <text>] [--headed] [--url <address of a running portal>] [-- files …]
import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { findBrowser, NoBrowserError } from '@portal/testbed/runner/find-browser';
import { PortalStartError } from '@portal/testbed/runner/portal-process';
import { startPortal } from '@portal/testbed/runner/portal-server';

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    json: { type: 'string' },
    grep: { type: 'string' },
    headed: { type: 'boolean', default: false },
    url: { type: 'string' },
  },
});

// An interrupted run still stops the portal and removes its data.
const interruption = new AbortController();
for (const name of ['SIGINT', 'SIGTERM'] as const) process.on(name, () => interruption.abort());

// Portals of other releases begin with the data of this one.
const filledData = mkdtempSync(path.join(tmpdir(), 'portal-filled-'));
const outputFolder = path.resolve(import.meta.dirname, '../var/e2e', String(process.pid));

try {
  const browser = await findBrowser({ needsWindow: values.headed });
  await using own = values.url === undefined ? await startPortal(interruption.signal) : null;
  await own?.copyData(filledData);
  process.exitCode = await runPlaywright({
    E2E_URL: own?.url ?? values.url?.replace(/\/$/, '') ?? '',
    E2E_DATA_DIR: own?.dataFolder ?? process.env['DATA_DIR'] ?? '',
    E2E_BROWSER: browser,
    PORTAL_FILLED_DATA: own === null ? '' : filledData,
    // Runs at the same time must not remove each other's output.
    E2E_OUTPUT: outputFolder,
    E2E_JSON: values.json === undefined ? '' : path.resolve(values.json),
  });
  if (process.exitCode === 0) rmSync(outputFolder, { recursive: true, force: true });
} catch (error) {
  const isKnown = error instanceof NoBrowserError || error instanceof PortalStartError;
  console.error(isKnown ? error.message : error);
  process.exitCode = 1;
} finally {
  rmSync(filledData, { recursive: true, force: true });
}

async function runPlaywright(environment: Record<string, string>): Promise<number> {
  const cli = createRequire(import.meta.url).resolve('@playwright/test/cli');
  const isSelection = values.grep !== undefined || positionals.length > 0;
  const options = [
    // Otherwise a project that others wait for runs completely.
    ...(isSelection ? ['--no-deps'] : []),
    ...(values.grep === undefined ? [] : ['--grep', values.grep]),
    ...(values.headed ? ['--headed'] : []),
    ...positionals,
  ];
  const child = spawn(process.execPath, [cli, 'test', ...options], {
    cwd: import.meta.dirname,
    stdio: 'inherit',
    env: { ...process.env, ...environment },
  });
  interruption.signal.addEventListener('abort', () => child.kill('SIGTERM'));
  const { promise, resolve } = Promise.withResolvers<number>();
  child.on('exit', (code) => resolve(code ?? 1));
  return promise;
}
