import { execFile } from 'node:child_process';
import { chmod, mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { startLocalServer } from '../proxy/local-server.ts';
import { type ComposedPortal, PortalFolder } from '../releases/portal-folder.ts';
import { PortalStartError, startProcess } from './portal-process.ts';

type Settings = Readonly<Record<string, string>>;

/** A running portal with data of its own. Disposing it stops the server and removes the data. */
export interface PortalServer extends AsyncDisposable {
  url: string;
  dataFolder: string;
  /** Id of the server's process; a restart changes it. */
  pid: () => number;
  /** The whole output of the server, restarts included. */
  outputFile: string;
  /** The end of the server's output. */
  log: () => string;
  /** Restarts the server over the same data with other settings. */
  restart: (settings: Settings) => Promise<void>;
  /** Copies its data to a folder for `startStagedPortal`, and restarts the server, because a running database cannot be copied. */
  copyData: (folder: string) => Promise<void>;
}

interface ServerOptions {
  program?: string;
  args?: readonly string[];
  /** Path that returns 200 once the server is up; by default `/readyz`, which needs a front end. */
  probe?: string;
  /** Aborts the start. Without it, a signal to this process stops the server. */
  signal?: AbortSignal;
}

/**
 * Starts a server on a free local port. `prepare` fills the new data folder and returns the settings, with anything that
 * the caller needs. Throws PortalStartError and removes the data when the server does not start.
 */
export async function startServer<T extends { settings: Settings }>(
  prepare: (dataFolder: string) => T | Promise<T>,
  { program = 'demo/src/server.ts', args = [], probe = '/readyz', signal }: ServerOptions = {},
): Promise<PortalServer & T> {
  const dataFolder = await mkdtemp(path.join(tmpdir(), 'portal-e2e-'));
  const remove = () => rm(dataFolder, { recursive: true, force: true });
  try {
    // Under root the database runs as another user, who needs access.
    await chmod(dataFolder, 0o755);
    const prepared = await prepare(dataFolder);
    let address = await freeAddress();
    const ownSettings = {
      DATA_DIR: dataFolder,
      PORTAL_ENV: 'development',
      LOG_LEVEL: 'warn',
    };
    const outputFile = path.join(dataFolder, 'output.log');
    const start = (more: Settings) =>
      startProcess({
        program,
        args,
        port: address.port,
        probe,
        signal,
        outputFile,
        env: { PUBLIC_URL: address.url, ...ownSettings, ...prepared.settings, ...more },
      });
    let server = await start({}).catch(async (error: unknown) => {
      if (!isPortTaken(error)) throw error;
      address = await freeAddress();
      return start({});
    });
    const stop = () => server.stop().then(remove);
    if (signal === undefined) stopWithProcess(stop);
    const restart = async (more: Settings) => {
      await server.stop();
      server = await start(more);
    };
    const copyData = async (folder: string) => {
      await server.stop();
      const copied = [...databaseFiles, secretsKey].map((name) => path.join(dataFolder, name));
      await copy(copied, folder);
      server = await start({});
    };
    return {
      ...prepared,
      url: address.url,
      dataFolder,
      pid: () => server.pid,
      outputFile,
      log: () => server.log(),
      restart,
      copyData,
      [Symbol.asyncDispose]: stop,
    };
  } catch (error) {
    await remove();
    throw error;
  }
}

/** Tests that run at the same time open many ports: one of them may have taken the one that was free. */
function isPortTaken(error: unknown): boolean {
  return error instanceof PortalStartError && /PORT: \d+ is in use/.test(error.message);
}

/** A local address whose port is free at this moment. */
export async function freeAddress(): Promise<{ port: number; url: string }> {
  await using server = await startLocalServer(() => undefined);
  return server;
}

function stopWithProcess(stop: () => Promise<void>): void {
  const leave = () => void stop().finally(() => process.exit(130));
  for (const name of ['SIGINT', 'SIGTERM'] as const) process.once(name, leave);
}

/** Settings of a server of a folder of releases. */
export function settingsOf(portalFolder: string, publicKey: string): Settings {
  return {
    PORTAL_DIR: portalFolder,
    COMPOSITION_PUBLIC_KEY: publicKey,
    // A restart as production, which reads no key from a file, needs the same key.
    SECRETS_KEY: Buffer.alloc(32, 1).toString('base64'),
    RATE_LIMIT_FACTOR: '1000',
    // Checks send thousands of forms. The journeys run with the default bot check.
    BOT_CHECK: 'none',
  };
}

/**
 * Starts the portal as `npm start` does. On a busy machine too, the HTML waits for the first responses of the API, so that tests see
 * the same requests in each run.
 */
export function startPortal(signal: AbortSignal): Promise<PortalServer> {
  const program = 'tooling/commands/start.ts';
  return startServer(() => ({ settings: { RATE_LIMIT_FACTOR: '1000', FIRST_RESPONSES_MS: '20000' } }), {
    program,
    signal,
  });
}

export interface StagedPortal extends PortalServer {
  portal: PortalFolder;
}

/**
 * Serves a portal of chosen releases, with further settings of the server. With PORTAL_FILLED_DATA it begins with the data that
 * `copyData` has put into that folder, which takes a tenth of the time of loading the demonstration.
 */
export function startStagedPortal(composed: ComposedPortal, more: Settings = {}): Promise<StagedPortal> {
  const filled = more['DEMO_ACCOUNT'] === 'false' ? '' : (process.env['PORTAL_FILLED_DATA'] ?? '');
  return startServer(async (dataFolder) => {
    const portal = await PortalFolder.create(dataFolder);
    await portal.compose(composed);
    const settings = { ...settingsOf(portal.folder, portal.key.publicKey), ...more };
    if (filled === '') return { portal, settings };
    await copy(
      databaseFiles.map((name) => path.join(filled, name)),
      dataFolder,
    );
    const SECRETS_KEY = (await readFile(path.join(filled, path.basename(secretsKey)), 'utf8')).trim();
    return { portal, settings: { ...settings, SECRETS_KEY } };
  });
}

const databaseFiles = ['postgres', 'postgres-password', 'portal-owner-password', 'portal-server-password'];
const secretsKey = 'keys/secrets.key';

/** With owners and permissions, without which PostgreSQL does not start. */
async function copy(sources: readonly string[], folder: string): Promise<void> {
  await promisify(execFile)('cp', ['-a', ...sources, folder]);
}
