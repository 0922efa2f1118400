const suffix = '-repeated';

/** Returns the name of the queue in which jobs of another one wait that have failed. */
export function repeatedQueue(queue: string): string {
  return queue + suffix;
}

/** Returns the name of the job whose data a queue holds. */
export function jobOfQueue(queue: string): string {
  return queue.endsWith(suffix) ? queue.slice(0, -suffix.length) : queue;
}
