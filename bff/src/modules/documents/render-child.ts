// Started by `startRenderProcess`: calls functions of the modules that the server names, one at a time, until the server is gone.
import { readdirSync } from 'node:fs';
import { getPriority, setPriority } from 'node:os';
import type { Outcome, RenderCall } from './render-process.ts';

/** How much lower than the server's the priority is: requests of others, which take milliseconds, come before documents. */
const niceIncrement = 10;

// A terminal and some supervisors signal all processes. The server first finishes its requests, which need this one.
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => undefined);
process.on('disconnect', () => process.exit());
process.on('message', (call: RenderCall) => void answer(call));

let isLowered = false;

async function answer({ module, name, data }: RenderCall): Promise<void> {
  let outcome: Outcome;
  try {
    const functions = await import(module);
    // Not before: on a busy machine the first document would wait too long for the modules and fonts.
    lowerPriority();
    outcome = { result: await functions[name](data) };
  } catch (error) {
    outcome = { error };
  }
  // The server may have ended meanwhile, or end now: then nobody waits for the outcome, and "disconnect" follows.
  if (process.connected) process.send?.(outcome, () => undefined);
}

/** On Linux, a priority belongs to a thread: V8 has threads that collect garbage and compile, and that exist by now. */
function lowerPriority(): void {
  if (isLowered) return;
  isLowered = true;
  const threads = process.platform === 'linux' ? readdirSync('/proc/self/task').map(Number) : [process.pid];
  const priority = Math.min(19, getPriority() + niceIncrement);
  for (const thread of threads) {
    try {
      setPriority(thread, priority);
    } catch {
      // Where this is forbidden, documents compete with requests; they can still be rendered.
    }
  }
}
