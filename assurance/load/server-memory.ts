import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import { waitFor } from '@portal/testbed/runner/concurrency';
import type { CheckBff } from '../harness/bff.ts';
import { BffClient } from '../harness/bff-client.ts';

const program = pathToFileURL(new URL('./collectable-memory.ts', import.meta.url).pathname).href;
/** NODE_OPTIONS of a server whose size `residentMegabytes` can read. */
export const collectable = `--import=${program}`;
const collected = 'memory collected';

/** The size of the server without what its next garbage collection would free. */
export async function residentMegabytes({ pid, outputFile }: CheckBff): Promise<number> {
  const countOf = async () => (await readFile(outputFile, 'utf8')).split(collected).length;
  const before = await countOf();
  process.kill(pid(), 'SIGUSR2');
  await waitFor(
    'the server did not collect its garbage',
    async () => ((await countOf()) > before ? true : undefined),
    60,
  );
  const { stdout } = await promisify(execFile)('ps', ['-o', 'rss=', '-p', String(pid())]);
  return Number(stdout.trim()) / 1024;
}

/** Hashes passwords on all threads, because each thread's memory for hashes stays with the process. */
export async function useAllThreads({ url }: CheckBff): Promise<void> {
  const logins = Array.from({ length: 32 }, async (_, index) => {
    const client = new BffClient(url);
    await client.post('/v1/users/login', { email: `nobody-${index}@example.com`, password: 'Wrong-1!xy' });
    client.close();
  });
  await Promise.all(logins);
}
