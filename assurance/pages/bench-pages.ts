// npm run bench:pages [-- --path /login --cookie sid=1 --seconds 5 --connections 10]
// Requests a page with Brotli on all connections without a pause, each from an address of its own, and prints pages a second, times,
// and what a page costs in processor time of the server. Beside it: a plain HTTP server that sends the same bytes.
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { Agent, createServer, get, type IncomingMessage } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { parseArgs } from 'node:util';
import { currentReleases } from '@portal/testbed/releases/archive';
import { startStagedPortal } from '@portal/testbed/runner/portal-server';
import { composedOf } from '../harness/portal.ts';
import { measure } from '../traffic/measure.ts';

const { values } = parseArgs({
  options: {
    path: { type: 'string', default: '/login' },
    /** With that of a session, pages contain the frame of the account. */
    cookie: { type: 'string', default: '' },
    seconds: { type: 'string', default: '5' },
    connections: { type: 'string', default: '10' },
    plain: { type: 'string' },
  },
});
/** The unit of the times in /proc/<pid>/stat: a hundredth of a second. */
const tickMs = 10;

if (values.plain !== undefined) await servePlain(values.plain);
else await bench();

async function bench(): Promise<void> {
  await using portal = await startStagedPortal(composedOf(currentReleases()));
  console.log(
    '| server | pages a second | p50 ms | p99 ms | processor ms a page | bytes |\n|---|---|---|---|---|---|',
  );
  const portalMs = await compare('portal', portal.url + values.path, portal.pid());
  const child = fork(import.meta.filename, ['--plain', portal.url + values.path, '--cookie', values.cookie]);
  try {
    const [url] = await once(child, 'message');
    const plainMs = await compare('plain HTTP', String(url), child.pid ?? 0);
    console.log(
      `\nA page costs ${(portalMs / plainMs).toFixed(1)} times the processor time of sending its bytes.`,
    );
  } finally {
    child.kill();
  }
}

/** Measures a page, and returns the milliseconds of the server's processor time for each. */
async function compare(name: string, url: string, pid: number): Promise<number> {
  const agents = Array.from(
    { length: Number(values.connections) },
    (_, index) => new Agent({ keepAlive: true, maxSockets: 1, localAddress: `127.0.0.${index + 2}` }),
  );
  const { length: bytes } = await buffer(await open(url, agents[0]));
  const work = async (connection: number) => {
    const response = await open(url, agents[connection]);
    await buffer(response);
  };
  // Compiles the code of both sides.
  await measure(agents.length, 1, work);
  const before = await processorMs(pid);
  let pages = 0;
  const { p50, p99, perSecond } = await measure(agents.length, Number(values.seconds), async (connection) => {
    await work(connection);
    pages += 1;
  });
  const cost = ((await processorMs(pid)) - before) / pages;
  for (const agent of agents) agent.destroy();
  const cells = [perSecond.toFixed(0), p50.toFixed(1), p99.toFixed(1), cost.toFixed(2), bytes];
  console.log(`| ${name} | ${cells.join(' | ')} |`);
  return cost;
}

async function open(url: string, agent: Agent | undefined): Promise<IncomingMessage> {
  const headers = { accept: 'text/html', 'accept-encoding': 'br', cookie: values.cookie };
  const request = get(url, { headers, ...(agent && { agent }) });
  const [response]: IncomingMessage[] = await once(request, 'response');
  if (response?.statusCode !== 200) throw new Error(`${url} returned ${response?.statusCode}`);
  return response;
}

/** The processor time of a process, its threads included. */
async function processorMs(pid: number): Promise<number> {
  const stat = await readFile(`/proc/${pid}/stat`, 'utf8');
  // The name of the process may contain spaces.
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  return (Number(fields[11]) + Number(fields[12])) * tickMs;
}

/** Sends the bytes of a page, with its headers. */
async function servePlain(url: string): Promise<void> {
  const page = await open(url, undefined);
  const body = await buffer(page);
  const server = createServer((_request, response) => response.writeHead(200, page.headers).end(body));
  server.listen(0, '127.0.0.1', () => {
    const address = server.address();
    if (address === null || typeof address === 'string') throw new Error('no address');
    process.send?.(`http://127.0.0.1:${address.port}/`);
  });
}
