import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { hasEnded } from '@portal/federation-cli/child-process';

/** A call by which a process of the database has forced a file to the disk. Seconds since 1970. */
export interface Sync {
  call: string;
  began: number;
  ended: number;
}

/** Traces the processes of a portal's database while `work` runs, and returns what they have forced to the disk. */
export async function traceSyncs(dataFolder: string, work: () => Promise<void>): Promise<Sync[]> {
  const folder = await mkdtemp(path.join(tmpdir(), 'portal-trace-'));
  const file = path.join(folder, 'trace');
  const main = Number(readFileSync(path.join(dataFolder, 'postgres/postmaster.pid'), 'utf8').split('\n')[0]);
  const pids = [main, ...childrenOf(main)].flatMap((pid) => ['-p', String(pid)]);
  // Processes that start meanwhile are traced as well.
  const calls = 'trace=fsync,fdatasync,sync_file_range,msync';
  const tracer = spawn('strace', ['-f', '-ttt', '-T', '-e', calls, '-o', file, ...pids], {
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  try {
    await attached(tracer);
    await work();
    if (hasEnded(tracer)) throw new Error('strace has ended too early');
    const ended = once(tracer, 'exit');
    tracer.kill('SIGINT');
    await ended;
    return (await readFile(file, 'utf8')).split('\n').flatMap(syncIn);
  } finally {
    tracer.kill('SIGKILL');
    await rm(folder, { recursive: true, force: true });
  }
}

/** Waits until strace says that it is attached. Throws with its message if it may not trace. Reads on afterwards: the pipe must stay open. */
function attached(tracer: ChildProcess): Promise<void> {
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  let output = '';
  tracer.stderr?.on('data', (chunk: Buffer) => {
    output = (output + chunk.toString()).slice(-4000);
    if (/not permitted/i.test(output)) reject(new Error(`strace cannot trace: ${output}`));
    else if (/attached/.test(output)) resolve();
  });
  tracer.once('exit', () => reject(new Error(`strace has ended: ${output}`)));
  return promise;
}

/** A line such as `4711 1795000000.123 fdatasync(5) = 0 <0.0012>`, or the second part of a call that another one has interrupted. */
function syncIn(line: string): Sync[] {
  const [, moment, call, duration] =
    /^\d+\s+(\d+\.\d+) (?:<\.\.\. )?(f(?:data)?sync|sync_file_range|msync)\b.* = 0 <(\d+\.\d+)>$/.exec(
      line,
    ) ?? [];
  if (moment === undefined || call === undefined || duration === undefined) return [];
  const [time, seconds] = [Number(moment), Number(duration)];
  const isResumed = line.includes('resumed>');
  const ended = isResumed ? time : time + seconds;
  return [{ call, began: ended - seconds, ended }];
}

function childrenOf(pid: number): number[] {
  return readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').split(' ').filter(Boolean).map(Number);
}
