import { spawn } from 'node:child_process';
import path from 'node:path';
import { readSigningKey } from '@portal/federation-cli/signing-key';
import type { Composition } from '@portal/federation-contract/composition';
import type { Releases } from '../releases/archive.ts';
import { writeWiderBudgets } from '../releases/wider-budgets.ts';
import { type PortalServer, settingsOf, startServer } from './portal-server.ts';

export interface ReleasedPortal extends PortalServer {
  /** Runs the release tool. It is killed at a fault point (`at`) or after milliseconds (`after`). */
  tool: (args: readonly string[], kill?: { at?: string; after?: number }) => Promise<ToolRun>;
}

interface ToolRun {
  code: number | null;
  signal: NodeJS.Signals | null;
  output: string;
  /** Duration of the process in milliseconds. */
  time: number;
}

const root = path.resolve(import.meta.dirname, '../..');

/**
 * Publishes versions with the release tool, deploys the first and serves the portal. Further settings are those of the
 * server and of the tool.
 */
export function startReleasedPortal(
  versions: readonly Releases[],
  settings: Readonly<Record<string, string>> = {},
): Promise<ReleasedPortal> {
  return startServer(async (dataFolder) => {
    const tool: ReleasedPortal['tool'] = (args, kill) => runTool(args, { dataFolder, settings, ...kill });
    const must = async (...args: string[]) => {
      const { code, output } = await tool(args);
      if (code !== 0) throw new Error(`portal ${args.join(' ')} ended with ${code}:\n${output}`);
    };
    // The marks of `releasesOf` are more than the budgets allow.
    writeWiderBudgets(dataFolder);
    await must('keys', 'create');
    for (const [index, releases] of versions.entries()) {
      const units = [...releases].map(([name, folder]) => ({ unit: name.replace('remote-', ''), folder }));
      for (const { unit, folder } of units) await must('publish', unit, '--from', folder);
      const names = units.map(({ unit }) => `${unit}@latest`);
      if (index === 0) await must('deploy', ...names, '--reason', 'the first composition');
    }
    const { publicKey } = await readSigningKey(path.join(dataFolder, 'keys/composition.pem'));
    return { tool, settings: { ...settingsOf(path.join(dataFolder, 'portal'), publicKey), ...settings } };
  });
}

interface ToolRequest {
  dataFolder: string;
  settings: Readonly<Record<string, string>>;
  at?: string;
  after?: number;
}

function runTool(
  args: readonly string[],
  { dataFolder, settings, at, after }: ToolRequest,
): Promise<ToolRun> {
  const { promise, resolve } = Promise.withResolvers<ToolRun>();
  const started = performance.now();
  const child = spawn(
    process.execPath,
    [path.join(root, 'federation/cli/src/testing/cli-without-trial-run.ts'), ...args],
    {
      cwd: root,
      stdio: ['ignore', 'pipe', 'pipe'],
      env: {
        ...process.env,
        ...settings,
        DATA_DIR: dataFolder,
        PORTAL_DIR: path.join(dataFolder, 'portal'),
        PORTAL_ROOT: dataFolder,
        PORTAL_WHO: 'e2e',
        ...(at !== undefined && { NODE_ENV: 'test', PORTAL_FAULT: at }),
      },
    },
  );
  let output = '';
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (chunk: Buffer) => {
      output += chunk.toString();
    });
  const timer = after === undefined ? undefined : setTimeout(() => child.kill('SIGKILL'), after);
  child.on('close', (code, signal) => {
    clearTimeout(timer);
    resolve({ code, signal, output, time: performance.now() - started });
  });
  return promise;
}

/** The versions of the host and of each area that a new page gets. */
export async function versionsServed(url: string): Promise<Record<string, string>> {
  const html = await (await fetch(`${url}/login`)).text();
  const text = /id="portal-composition">([\s\S]*?)<\/script>/.exec(html)?.[1] ?? '{}';
  const { payload }: { payload: string } = JSON.parse(text);
  const { host, areas }: Composition = JSON.parse(payload);
  return {
    host: host.version,
    ...Object.fromEntries(areas.map(({ area, active }) => [area.id, active.version])),
  };
}

/** The full version of an archived release of an area or of `host`. */
export function versionOf(releases: Releases, unit: string): string {
  return path.basename(releases.get(unit === 'host' ? 'host' : `remote-${unit}`) ?? '');
}
