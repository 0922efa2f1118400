import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { appendFileSync, readFileSync } from 'node:fs';
import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { endProcess, hasEnded } from '@portal/federation-cli/child-process';
import { startLocalServer } from '@portal/testbed/proxy/local-server';
import { waitFor } from '@portal/testbed/runner/concurrency';
import type pg from 'pg';
import { openDatabase } from '../harness/bff.ts';
import type { Source } from './fault-points.ts';
import { type FaultingProxy, startFaultingProxy } from './faulting-proxy.ts';
import { keepDatabase } from './kept-database.ts';

const root = path.resolve(import.meta.dirname, '../..');

/** A database, a server that reaches it through a proxy, and commands with proxies of their own; each can be killed. */
export interface KillablePortal extends AsyncDisposable {
  url: string;
  dataFolder: string;
  /** The database, past the proxies. */
  database: pg.Pool;
  proxies: Readonly<Record<Source, FaultingProxy>>;
  /** Runs a command of the portal once and returns what it printed. */
  command(source: Source, program: string, args: readonly string[]): Promise<CommandRun>;
  /** Kills the server, or the command that runs, as the kernel does when memory is short. Returns once it has ended. */
  killProcess(source: Source): Promise<void>;
  /** Stops the database immediately, without a checkpoint. Returns once it has ended; what supervises it starts it again. */
  stopDatabase(): Promise<void>;
  /** Starts the server again after it was killed. */
  startBff(): void;
  /** Lets commands wait for the end of an outage, as a person does who repeats them. */
  recovering: Promise<unknown> | undefined;
  /** The end of the server's output. */
  log(): string;
}

export interface CommandRun {
  code: number | null;
  stdout: string;
  stderr: string;
}

/** Starts the database and the server. `settings` are further settings of the server and the commands. */
export async function startKillablePortal(
  settings: Readonly<Record<string, string>>,
): Promise<KillablePortal> {
  const dataFolder = await mkdtemp(path.join(tmpdir(), 'portal-money-'));
  // Under root the database runs as another user.
  await chmod(dataFolder, 0o755);
  const embedded = await keepDatabase(dataFolder);
  const databasePort = Number(new URL(embedded.url).port);
  const proxies: Record<Source, FaultingProxy> = {
    bff: await startFaultingProxy(databasePort),
    import: await startFaultingProxy(databasePort),
    usage: await startFaultingProxy(databasePort),
    close: await startFaultingProxy(databasePort),
    staff: await startFaultingProxy(databasePort),
  };
  const { port, url } = await freeAddress();
  const output = path.join(dataFolder, 'output.log');
  const running = new Map<Source, ChildProcess>();

  const start = (source: Source, program: string, args: readonly string[]): ChildProcess => {
    const through = (address: string) =>
      Object.assign(new URL(address), { port: String(proxies[source].port) }).href;
    const child = spawn(process.execPath, [path.join(root, program), ...args], {
      cwd: root,
      stdio: ['ignore', 'pipe', 'pipe'],
      env: {
        ...process.env,
        PORT: String(port),
        PUBLIC_URL: url,
        PORTAL_ENV: 'development',
        DEMO_ACCOUNT: 'false',
        LOG_LEVEL: 'error',
        BOT_CHECK: 'none',
        RATE_LIMIT_FACTOR: '100000',
        ...settings,
        DATA_DIR: dataFolder,
        DATABASE_URL: through(embedded.url),
        DATABASE_OWNER_URL: embedded.ownerUrl,
      },
    });
    running.set(source, child);
    return child;
  };
  const startBff = () => {
    const child = start('bff', 'bff/src/server.ts', []);
    for (const stream of [child.stdout, child.stderr])
      stream?.on('data', (chunk: Buffer) => appendFileSync(output, chunk));
  };
  const killAll = () => {
    for (const child of running.values()) child.kill('SIGKILL');
  };
  process.once('exit', killAll);
  for (const name of ['SIGINT', 'SIGTERM'] as const) process.once(name, leave);

  const isUp = async () => {
    const bff = running.get('bff');
    if (bff === undefined || hasEnded(bff))
      throw new Error(`The server ended:\n${readFileSync(output, 'utf8')}`);
    const response = await fetch(`${url}/healthz`).catch(() => undefined);
    return response?.ok || undefined;
  };
  startBff();
  await waitFor('the server was not ready', isUp, 120);
  const database = await openDatabase(dataFolder);

  const portal: KillablePortal = {
    url,
    dataFolder,
    database,
    proxies,
    recovering: undefined,
    command: async (source, program, args) => {
      await portal.recovering;
      const child = start(source, program, args);
      const [stdout, stderr] = [collect(child.stdout), collect(child.stderr)];
      const [code]: (number | null)[] = await once(child, 'close');
      return { code: code ?? null, stdout: stdout(), stderr: stderr() };
    },
    killProcess: async (source) => {
      const child = running.get(source);
      if (child === undefined || hasEnded(child)) return;
      const ended = once(child, 'exit');
      child.kill('SIGKILL');
      await ended;
    },
    stopDatabase: async () => {
      const [pid] = readFileSync(path.join(dataFolder, 'postgres/postmaster.pid'), 'utf8').split('\n');
      process.kill(Number(pid), 'SIGQUIT');
      while (isRunning(Number(pid))) await wait(5);
    },
    startBff,
    log: () => readFileSync(output, 'utf8').slice(-4000),
    [Symbol.asyncDispose]: async () => {
      const bff = running.get('bff');
      if (bff !== undefined) await endProcess(bff, 20_000);
      process.off('exit', killAll);
      for (const name of ['SIGINT', 'SIGTERM'] as const) process.off(name, leave);
      await database.end();
      for (const proxy of Object.values(proxies)) await proxy[Symbol.asyncDispose]();
      await embedded.stop();
      await rm(dataFolder, { recursive: true, force: true });
    },
  };
  return portal;
}

function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}

function leave(): void {
  process.exit(130);
}

async function freeAddress(): Promise<{ port: number; url: string }> {
  await using server = await startLocalServer(() => undefined);
  return server;
}

function collect(stream: ChildProcess['stdout']): () => string {
  const chunks: Buffer[] = [];
  stream?.on('data', (chunk: Buffer) => chunks.push(chunk));
  return () => Buffer.concat(chunks).toString();
}

/** Repeats a command that fails until it succeeds. Throws if its failure is not one that a repetition repairs. */
export async function untilSuccessful(run: () => Promise<CommandRun>): Promise<CommandRun> {
  for (let attempt = 0; ; attempt += 1) {
    const result = await run();
    if (result.code === 0) return result;
    if (attempt === 20) throw new Error(`a command still fails: ${result.stderr}`);
    await wait(100);
  }
}
