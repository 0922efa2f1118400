// Loaded before the server of a trial run, which ends when the process that started it is gone, however that was ended.
import { isMainThread } from 'node:worker_threads';

// Threads and processes that the server starts may load this file too; they have no channel.
if (isMainThread && process.send !== undefined) {
  const end = () => process.kill(process.pid, 'SIGTERM');
  if (process.connected) process.once('disconnect', end);
  else end();
  // The listener must not be a reason to stay.
  process.channel?.unref();
}
