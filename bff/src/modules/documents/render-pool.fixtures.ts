// Functions that the tests of the pool call in a render process.
import { readdirSync } from 'node:fs';
import { getPriority } from 'node:os';
import { setTimeout as sleep } from 'node:timers/promises';

export function describeProcess() {
  const isLinux = process.platform === 'linux';
  const threads = isLinux ? readdirSync('/proc/self/task').map(Number) : [process.pid];
  return {
    pid: process.pid,
    variables: Object.keys(process.env),
    priorities: threads.map((id) => getPriority(id)),
  };
}

export function fail(): void {
  throw new RangeError('the page is too narrow');
}

export function crash(): void {
  process.kill(process.pid, 'SIGKILL');
}

/** Never ends, as far as a test is concerned. */
export async function last(): Promise<void> {
  await sleep(3_600_000);
}
