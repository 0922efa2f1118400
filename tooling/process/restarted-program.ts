import type { ChildProcess } from 'node:child_process';

interface RestartedProgramOptions {
  start: () => ChildProcess;
  /** The program ended by itself; the next `restart` starts it again. */
  onEnd: () => void;
  /** The program has ended after `stop`. */
  onStopped: () => void;
}

export interface RestartedProgram {
  /** Starts the program anew, once it has ended; asking again while it ends changes nothing. */
  restart(): void;
  /** Waits for the end of the program, with a signal unless it had its own. */
  stop(signal?: NodeJS.Signals): void;
}

/** Starts a program and keeps one of it: a second signal would cut short what it stops at the first. */
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
