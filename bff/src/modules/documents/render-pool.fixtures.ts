// Functions that the tests of the pool call in a render process.
import { readdirSync, readFileSync } from 'node:fs';
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

/** Returns the scheduling policy after some milliseconds: 0 is that of other processes, 5 that of idle time (Linux). */
export async function policyAfter(milliseconds: number): Promise<number> {
  await sleep(milliseconds);
  // The second field is the program's name in brackets.
  const fields = readFileSync('/proc/self/stat', 'utf8').split(') ')[1]?.split(' ') ?? [];
  return Number(fields[38]);
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
