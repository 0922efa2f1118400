import type { ChildProcess } from 'node:child_process';

interface RestartedProgramOptions {
  start: () => ChildProcess;
  /** The program ended without `stop`; the next `restart` starts it again. */
  onEnd: () => void;
  /** The program has ended after `stop`. */
  onStopped: () => void;
}

export interface RestartedProgram {
  /** Stops the program and starts it again; a further call in the meantime has no effect. */
  restart(): void;
  /** Waits for the end of the program, and sends the signal if one is given. */
  stop(signal?: NodeJS.Signals): void;
}

/** Starts a program and restarts it on demand. It never gets a second signal, which would interrupt its clean-up. */
export function restartedProgram({ start, onEnd, onStopped }: RestartedProgramOptions): RestartedProgram {
  let state: 'running' | 'restarting' | 'stopping' | 'ended' = 'running';
  let child = run();

  function run(): ChildProcess {
    state = 'running';
    return start().once('exit', () => {
      const before = state;
      state = 'ended';
      if (before === 'stopping') onStopped();
      else if (before === 'restarting') child = run();
      else onEnd();
    });
  }

  return {
    restart() {
      if (state === 'ended') {
        child = run();
      } else if (state === 'running') {
        state = 'restarting';
        child.kill('SIGTERM');
      }
    },
    stop(signal) {
      const before = state;
      state = 'stopping';
      if (before === 'ended') onStopped();
      else if (before !== 'restarting' && signal !== undefined) child.kill(signal);
    },
  };
}
