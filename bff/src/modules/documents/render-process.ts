import { type ChildProcess, fork } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { unavailable } from '../../errors/http-error.ts';
import { useIdleTime } from './idle-time.ts';

/** A function of a module that a render process calls. Data and result are copied. */
export interface RenderCall {
  /** File URL. */
  module: string;
  name: string;
  data: unknown;
}

export type Outcome = { result: unknown } | { error: unknown };

export interface RenderProcess {
  pid: number | undefined;
  /**
   * Resolves with the function's result; one call at a time. Throws 503 if the process ends instead; it is ended when the call
   * takes longer than `limitMs`.
   */
  call(call: RenderCall, limitMs: number): Promise<unknown>;
  /** Ends the process, which has no call. */
  end(): void;
}

const program = fileURLToPath(new URL('render-child.ts', import.meta.url));

/** What a render process gets of the server's environment, which contains secrets. */
const inherited = ['MALLOC_ARENA_MAX', 'NODE_COMPILE_CACHE', 'SystemRoot', 'TZ'];

/**
 * Collects garbage in the thread that renders: V8's threads would occupy the other processors, of which the server may have
 * only one. With more room for new objects than the standard there are fewer collections.
 */
const execArgv = ['--single-threaded-gc', '--max-semi-space-size=32'];

/** A call that takes longer no longer waits for idle time: on a busy machine there is none. A document of 1,000 lines takes 0.3 s. */
const idleTimeMs = 2_000;

/**
 * Starts a process that renders documents. It does not keep the server's process alive and ends with it, however that ends.
 * `onEnd` is called once, when it has ended or could not be started.
 */
export function startRenderProcess(onEnd: () => void): RenderProcess {
  const env = Object.fromEntries(
    inherited.flatMap((name) => (process.env[name] === undefined ? [] : [[name, process.env[name]]])),
  );
  const child = fork(program, {
    env,
    execArgv,
    serialization: 'advanced',
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  });
  let settle: ((outcome: Outcome) => void) | undefined;
  const respond = (outcome: Outcome) => {
    keepAlive(child, false);
    settle?.(outcome);
    settle = undefined;
  };
  const lose = once((cause: Error) => {
    child.kill('SIGKILL');
    onEnd();
    respond({ error: unavailable(cause) });
  });
  child.on('message', (outcome: Outcome) => respond(outcome));
  child.on('error', lose);
  child.on('exit', (code, signal) => lose(new Error(`a process that renders ended with ${signal ?? code}`)));
  keepAlive(child, false);
  // The first call, which loads modules and fonts, uses other time as well.
  let isIdle = false;
  const useIdle = (use: boolean) => {
    const isRunning = child.exitCode === null && !child.killed;
    if (isIdle === use || child.pid === undefined || !isRunning) return;
    isIdle = use;
    useIdleTime(child.pid, use);
  };
  return {
    pid: child.pid,
    call: async (call, limitMs) => {
      const { promise, resolve } = Promise.withResolvers<Outcome>();
      const hangs = () => lose(new Error(`${call.name} of ${call.module} took longer than ${limitMs} ms`));
      const limit = setTimeout(hangs, limitMs).unref();
      const patience = setTimeout(useIdle, idleTimeMs, false).unref();
      settle = resolve;
      keepAlive(child, true);
      try {
        child.send(call, (error) => error && lose(error));
      } catch (error) {
        // Data that cannot be copied.
        respond({ error });
      }
      const outcome = await promise;
      clearTimeout(limit);
      clearTimeout(patience);
      useIdle(true);
      if ('error' in outcome) throw outcome.error;
      return outcome.result;
    },
    end: () => child.disconnect(),
  };
}

/** Whether this process waits for the child before it ends. */
function keepAlive(child: ChildProcess, isBusy: boolean): void {
  if (isBusy) {
    child.ref();
    child.channel?.ref();
  } else {
    child.unref();
    child.channel?.unref();
  }
}

function once<Argument>(work: (argument: Argument) => void): (argument: Argument) => void {
  let isDone = false;
  return (argument) => {
    if (isDone) return;
    isDone = true;
    work(argument);
  };
}
