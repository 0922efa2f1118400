// Started by `startFlood` as a process of its own, so that its responses do not delay the requests that are measured. Sends
// requests on all connections without a pause until `stop`, then reports the statuses and times of the responses.
import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { BffClient, type BffRequest, type BffResponse } from '../harness/bff-client.ts';

export interface FloodRequest extends Pick<BffRequest, 'method' | 'path'> {
  body?: object;
  /** A file in parts, each of which waits for its turn: it breaks off when its own account leaves it none for a minute. */
  mayBreakOff?: boolean;
}

export interface FloodPlan {
  url: string;
  cookies: Record<string, string>;
  requests: readonly FloodRequest[];
  connections: number;
}

export interface FloodOutcome {
  /** Status → number of responses. */
  answers: Map<number, number>;
  /** Files that broke off. */
  brokenOff: number;
  /** Milliseconds of each response. */
  times: number[];
  /** The responses that are neither 200 nor 429. */
  unexpected: string[];
}

export interface Flood {
  /** Resolves after the last response, or after ten seconds: what is still being sent is left then. */
  stop: () => Promise<FloodOutcome>;
}

export async function startFlood(plan: FloodPlan): Promise<Flood> {
  const child = fork(import.meta.filename, { stdio: 'inherit' });
  child.send(plan);
  await reportOf(child);
  return {
    stop: async () => {
      child.send('stop');
      const { answers, ...rest } = await reportOf(child);
      child.disconnect();
      return { answers: new Map(answers), ...rest };
    },
  };
}

/** How long a flood waits for its last responses. */
const longestEndMs = 10_000;

interface Report extends Omit<FloodOutcome, 'answers'> {
  answers: [status: number, count: number][];
}

async function reportOf(child: ChildProcess): Promise<Report> {
  const ended = once(child, 'exit').then(([code]) => {
    throw new Error(`the flood ended with code ${code}`);
  });
  const [report] = await Promise.race([once(child, 'message'), ended]);
  return report;
}

async function flood({ url, cookies, requests, connections }: FloodPlan): Promise<void> {
  const outcome: FloodOutcome = { answers: new Map(), brokenOff: 0, times: [], unexpected: [] };
  const report = () => process.send?.({ ...outcome, answers: [...outcome.answers] } satisfies Report);
  const clients = Array.from({ length: connections }, () => new BffClient(url, cookies));
  let isStopped = false;
  let isLeft = false;
  process.once('message', () => {
    isStopped = true;
    setTimeout(() => {
      isLeft = true;
      for (const client of clients) client.close();
    }, longestEndMs).unref();
  });
  report();
  await Promise.all(
    clients.map(async (client, index) => {
      for (let turn = index; !isStopped; turn += 1) {
        const { mayBreakOff = false, ...request } = requests[turn % requests.length] ?? { path: '/' };
        const response = await client.send(request).catch((error: Error & { code?: string }) => error);
        if (!(response instanceof Error)) {
          record(outcome, request.path, response);
          continue;
        }
        if (!isLeft && mayBreakOff) outcome.brokenOff += 1;
        else if (!isLeft) outcome.unexpected.push(`${request.path} broke off: ${response}`);
        // Its server has ended, and would refuse every further request.
        if (response.code === 'ECONNREFUSED') break;
      }
      client.close();
    }),
  );
  report();
}

function record({ answers, times, unexpected }: FloodOutcome, path: string, response: BffResponse): void {
  const { status, time, text } = response;
  answers.set(status, (answers.get(status) ?? 0) + 1);
  times.push(time);
  if (status !== 200 && status !== 429)
    unexpected.push(`${status} after ${Math.round(time)} ms for ${path}: ${text.slice(0, 200)}`);
}

if (process.argv[1] === import.meta.filename)
  process.once('message', (plan) => void flood(plan as FloodPlan));
