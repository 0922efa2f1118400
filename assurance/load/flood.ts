// Started by `startFlood` as a process of its own, so that its responses do not delay the requests that are measured. Sends
// requests on all connections without a pause until `stop`, then reports the statuses and times of the responses.
import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { BffClient, type BffRequest } from '../harness/bff-client.ts';

export type FloodRequest = Pick<BffRequest, 'method' | 'path'> & { body?: object };

export interface FloodPlan {
  url: string;
  cookies: Record<string, string>;
  requests: readonly FloodRequest[];
  connections: number;
}

export interface FloodOutcome {
  /** Status → number of responses. */
  answers: Map<number, number>;
  /** Milliseconds of each response. */
  times: number[];
  /** The responses that are neither 200 nor 429. */
  unexpected: string[];
}

export interface Flood {
  /** Resolves after the last response. */
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
  const answers = new Map<number, number>();
  const times: number[] = [];
  const unexpected: string[] = [];
  const report = () => process.send?.({ answers: [...answers], times, unexpected } satisfies Report);
  let isStopped = false;
  process.once('message', () => {
    isStopped = true;
  });
  report();
  await Promise.all(
    Array.from({ length: connections }, async (_, index) => {
      const client = new BffClient(url, cookies);
      for (let turn = index; !isStopped; turn += 1) {
        const request = requests[turn % requests.length] ?? { path: '/' };
        const { status, time, text } = await client.send(request);
        answers.set(status, (answers.get(status) ?? 0) + 1);
        times.push(time);
        if (status !== 200 && status !== 429)
          unexpected.push(
            `${status} after ${Math.round(time)} ms for ${request.path}: ${text.slice(0, 200)}`,
          );
      }
      client.close();
    }),
  );
  report();
}

if (process.argv[1] === import.meta.filename)
  process.once('message', (plan) => void flood(plan as FloodPlan));
