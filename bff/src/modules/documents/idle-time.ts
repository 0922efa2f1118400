import { execFile } from 'node:child_process';

/**
 * Lets a process compute in idle time only, or no longer (Linux, with `chrt` of util-linux; elsewhere nothing happens). A thread
 * that merely has a lower priority finishes its turn of some milliseconds before one that wakes up runs; one of idle time is
 * interrupted immediately. Where no time is idle, it hardly runs at all.
 */
export function useIdleTime(pid: number, isIdle: boolean): void {
  if (process.platform !== 'linux') return;
  const args = [isIdle ? '--idle' : '--other', '--all-tasks', '--pid', '0', String(pid)];
  // Where this is forbidden or the program is missing, the priority remains as it is.
  execFile('chrt', args, () => undefined).unref();
}
