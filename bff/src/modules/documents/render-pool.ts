import { unavailable } from '../../errors/http-error.ts';
import { type RenderCall, type RenderProcess, startRenderProcess } from './render-process.ts';

interface Limits {
  /** Render processes. They start when they are needed. */
  processes: number;
  /** Calls that wait for a process; further ones are refused until some are done. */
  waiting: number;
  /** A call that takes longer fails, and its process ends: it would never be free again. */
  callMs: number;
  /** A process without a call ends after this time. */
  idleMs: number;
}

export interface RenderPool {
  /** Calls a function in a free process. Throws 503 when too many wait. */
  run(call: RenderCall): Promise<unknown>;
}

export function createRenderPool({ processes, waiting: waitingAtMost, callMs, idleMs }: Limits): RenderPool {
  const started = new Set<RenderProcess>();
  /** The last one was used last, so that the others can end. */
  const idle: { process: RenderProcess; timer: NodeJS.Timeout }[] = [];
  const waiting: ((process: RenderProcess) => void)[] = [];

  const start = (): RenderProcess => {
    const process = startRenderProcess(() => {
      started.delete(process);
      forget(process);
      // A call that waits gets a new process.
      if (waiting.length > 0 && started.size < processes) waiting.shift()?.(start());
    });
    started.add(process);
    return process;
  };
  const free = (process: RenderProcess): void => {
    if (!started.has(process)) return;
    const next = waiting.shift();
    if (next !== undefined) {
      next(process);
      return;
    }
    const end = () => {
      forget(process);
      process.end();
    };
    idle.push({ process, timer: setTimeout(end, idleMs).unref() });
  };
  const forget = (process: RenderProcess) => {
    const index = idle.findIndex((each) => each.process === process);
    if (index >= 0) clearTimeout(idle.splice(index, 1)[0]?.timer);
  };
  const take = async (): Promise<RenderProcess> => {
    const last = idle.pop();
    clearTimeout(last?.timer);
    if (last !== undefined) return last.process;
    if (started.size < processes) return start();
    if (waiting.length >= waitingAtMost) throw unavailable();
    return new Promise((resolve) => waiting.push(resolve));
  };
  return {
    run: async (call) => {
      const process = await take();
      try {
        return await process.call(call, callMs);
      } finally {
        free(process);
      }
    },
  };
}
