import { percentile } from '../harness/percentile.ts';

/** Times of one kind of request, in milliseconds. */
export interface Measured {
  p50: number;
  p99: number;
  perSecond: number;
}

/** Calls `work` on all connections without a pause for some seconds; `work` gets the number of its connection and of its turn. */
export async function measure(
  connections: number,
  seconds: number,
  work: (connection: number, turn: number) => Promise<unknown>,
): Promise<Measured> {
  const times: number[] = [];
  const started = performance.now();
  const end = started + seconds * 1000;
  await Promise.all(
    Array.from({ length: connections }, async (_, connection) => {
      for (let turn = 0; performance.now() < end; turn += 1) {
        const from = performance.now();
        await work(connection, turn);
        times.push(performance.now() - from);
      }
    }),
  );
  const perSecond = (times.length * 1000) / (performance.now() - started);
  return { p50: percentile(times, 0.5), p99: percentile(times, 0.99), perSecond };
}
