import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmod, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { connect, createServer, type Server, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { afterAll, afterEach, beforeAll, beforeEach, expect, jest, test } from '@jest/globals';
import { languages } from '@portal/contract/language';
import {
  createPortalFolder,
  sampleComposition,
  sampleHostFiles,
} from '@portal/federation-server/testing/portal-folder.fixtures';
import { readMaintenanceTexts } from './modules/delivery/maintenance-page.ts';
import { createTestDatabase } from './testing/test-database.ts';

jest.setTimeout(600_000);

const folder = createPortalFolder();
folder.release('host/0.1.0/', sampleHostFiles);
folder.publish(sampleComposition);
const browser = { accept: 'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8' };
const texts = readMaintenanceTexts();

let databaseUrl: URL;
let dropDatabase: () => Promise<void>;
let address: string;
let server: ChildProcess | undefined;
let road: Road | undefined;
let testEnd = new AbortController();
const onEnd: (() => Promise<void>)[] = [];

beforeAll(async () => {
  const through = async (url: string) => {
    databaseUrl = new URL(url);
    return url;
  };
  ({ drop: dropDatabase } = await createTestDatabase({ through }));
});
beforeEach(() => {
  testEnd = new AbortController();
});
afterEach(async () => {
  testEnd.abort();
  if (server?.exitCode === null) {
    server.kill('SIGKILL');
    await once(server, 'exit');
  }
  road?.close();
  for (const end of onEnd.splice(0)) await end();
});
afterAll(async () => {
  folder.remove();
  await dropDatabase();
});

interface Road {
  port: number;
  /** Connects what has waited and what comes. */
  open(): void;
  close(): void;
}

/** Listens for connections to the database, or reserves the port only, so that they are refused. */
async function roadToDatabase(how: 'refuses connections' | 'is silent'): Promise<Road> {
  const waiting = new Set<Socket>();
  const all = new Set<Socket>();
  let isOpen = false;
  const forward = (client: Socket) => {
    const upstream = connect(Number(databaseUrl.port), databaseUrl.hostname);
    for (const [from, to] of [[client, upstream] as const, [upstream, client] as const])
      from.pipe(to).on('error', () => from.destroy());
    all.add(upstream);
  };
  const listener: Server = createServer((client) => {
    all.add(client);
    client.on('error', () => client.destroy());
    if (isOpen) forward(client);
    else waiting.add(client);
  });
  listener.listen(0, '127.0.0.1');
  await once(listener, 'listening');
  const port = portOf(listener);
  if (how === 'refuses connections') listener.close();
  return {
    port,
    open: () => {
      isOpen = true;
      for (const client of waiting) forward(client);
      if (how === 'refuses connections') listener.listen(port, '127.0.0.1');
    },
    close: () => {
      listener.close();
      for (const socket of all) socket.destroy();
    },
  };
}

function portOf(listener: Server): number {
  const found = listener.address();
  return typeof found === 'object' && found !== null ? found.port : 0;
}

/** The folder of a portal that was killed: its embedded server runs, and does not respond on the road. */
async function givenHungServer({ port }: Road): Promise<Record<string, string>> {
  const data = await mkdtemp(path.join(tmpdir(), 'portal-hung-'));
  const cluster = path.join(data, 'postgres');
  await mkdir(cluster);
  await chmod(data, 0o755);
  await writeFile(path.join(cluster, 'PG_VERSION'), '18\n');
  const deaf =
    "process.on('SIGINT', () => undefined); setInterval(() => undefined, 1000); console.log('ready');";
  const hung = spawn(process.execPath, ['-e', deaf], { cwd: cluster, stdio: ['ignore', 'pipe', 'ignore'] });
  onEnd.push(async () => {
    hung.kill('SIGKILL');
    await rm(data, { recursive: true });
  });
  await once(hung.stdout, 'data');
  const lines = [hung.pid, cluster, 0, port, '', '', '', 'ready', ''];
  await writeFile(path.join(cluster, 'postmaster.pid'), lines.join('\n'));
  return { DATA_DIR: data, DATABASE_URL: '' };
}

/** Starts the portal and waits until it listens. */
async function startPortal(toDatabase: Road, settings: Record<string, string> = {}): Promise<void> {
  road = toDatabase;
  const probe = createServer().listen(0, '127.0.0.1');
  await once(probe, 'listening');
  const port = portOf(probe);
  probe.close();
  const url = new URL(databaseUrl);
  url.port = String(road.port);
  const env = {
    PATH: process.env.PATH,
    PORT: String(port),
    PORTAL_ENV: 'test',
    LOG_LEVEL: 'silent',
    DATABASE_URL: url.href,
    DATABASE_TIMEOUT_SECONDS: '2',
    PORTAL_DIR: folder.path,
    COMPOSITION_PUBLIC_KEY: folder.config.signature_public_key,
    SECRETS_KEY: Buffer.alloc(32, 1).toString('base64'),
    ...settings,
  };
  server = spawn(process.execPath, [path.join(__dirname, 'server.ts')], { env, stdio: 'ignore' });
  address = `http://127.0.0.1:${port}`;
  await until(async () => (await get('/healthz')).ok);
}

const get = (url: string, headers: Record<string, string> = {}) => fetch(`${address}${url}`, { headers });

/** Repeats until it returns true. A connection may be refused at the start and when the portal takes over the port. */
async function until(isReached: () => Promise<boolean>): Promise<void> {
  while (!(await isReached().catch(() => false))) {
    if (server?.exitCode !== null) throw new Error(`the portal ended with ${server?.exitCode}`);
    await wait(50, undefined, { signal: testEnd.signal });
  }
}

test.each(['refuses connections', 'is silent'] as const)(
  'a database that %s at the start: customers see the maintenance page until it is back',
  async (how) => {
    await startPortal(await roadToDatabase(how));
    for (const language of languages) {
      const page = await get(`/finances/payments?language=${language}`, browser);
      expect(page.status).toBe(503);
      expect(page.headers.get('content-type')).toBe('text/html; charset=utf-8');
      expect(page.headers.get('retry-after')).toBe('5');
      expect(page.headers.get('cache-control')).toBe('no-store');
      expect(page.headers.get('content-security-policy')).toMatch(/^default-src 'none'; style-src 'sha256-/);
      expect(await page.text()).toContain(`<h1>${texts[language].title}</h1>`);
    }
    for (const url of ['/v1/accounts/profile', '/readyz', '/composition.json', '/openapi.json']) {
      const response = await get(url, browser);
      expect([url, response.status, response.headers.get('retry-after')]).toEqual([url, 503, '5']);
      expect(await response.json()).toMatchObject({ success: false, code: 'maintenance' });
    }
    const headers = { 'x-requested-with': 'portal', 'content-type': 'application/json' };
    const login = await fetch(`${address}/v1/users/login`, { method: 'POST', headers, body: '{}' });
    expect([login.status, login.headers.get('retry-after')]).toEqual([503, '5']);

    road?.open();
    await until(async () => (await get('/readyz')).ok);
    expect((await get('/', browser)).status).toBe(200);
    expect((await get('/v1/accounts/profile')).status).toBe(401);
  },
);

test('an embedded server that runs and does not respond: customers see the maintenance page', async () => {
  const toNowhere = await roadToDatabase('refuses connections');
  await startPortal(toNowhere, await givenHungServer(toNowhere));
  const page = await get('/login?language=de', browser);
  expect([page.status, await page.text()]).toEqual([503, expect.stringContaining(texts.de.title)]);
  server?.kill('SIGTERM');
  await once(server ?? process, 'exit');
  expect(server?.exitCode).toBe(0);
});

test('a database that goes away before the first page was served: customers see the maintenance page', async () => {
  const openRoad = await roadToDatabase('is silent');
  openRoad.open();
  await startPortal(openRoad);
  await until(async () => (await get('/v1/accounts/profile')).status === 401);
  openRoad.close();
  const page = await get('/login?language=de', browser);
  expect([page.status, page.headers.get('retry-after')]).toEqual([503, '5']);
  expect(await page.text()).toContain(texts.de.title);
});

test('a signal ends a start that waits for the database', async () => {
  await startPortal(await roadToDatabase('refuses connections'));
  server?.kill('SIGTERM');
  await once(server ?? process, 'exit');
  expect(server?.exitCode).toBe(0);
});

test('a database that refuses the password ends the start', async () => {
  road = await roadToDatabase('refuses connections');
  road.open();
  const url = new URL(databaseUrl);
  Object.assign(url, { port: String(road.port), password: 'wrong' });
  const env = { PATH: process.env.PATH, PORT: '0', PORTAL_ENV: 'test', DATABASE_URL: url.href };
  server = spawn(process.execPath, [path.join(__dirname, 'server.ts')], { env, stdio: 'ignore' });
  await once(server, 'exit');
  expect(server.exitCode).toBe(1);
});
