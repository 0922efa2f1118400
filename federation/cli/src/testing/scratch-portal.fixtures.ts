import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { runPortal } from '../cli/run-portal.ts';
import type { RunCandidates } from '../trial-run/trial-run.ts';
import { writeAreaBuild, writeHostBuild } from './builds.fixtures.ts';
import { noTrialRun } from './no-trial-run.fixtures.ts';

interface Answer {
  code: number;
  out: string;
  err: string;
}

export interface ScratchPortal {
  folder: string;
  environment: Record<string, string | undefined>;
  /** Runs the tool in this process; the text is split at spaces, `'…'` holds one argument together. */
  portal(line: string): Promise<Answer>;
  /** The same with `--json`, parsed. */
  json<T>(line: string): Promise<T>;
  /** Writes a build of an area, or of the host, where `publish` looks for it. */
  build(unit: string, request?: Parameters<typeof writeAreaBuild>[2]): void;
  /** Builds and publishes; the version ends in the given digit. */
  publish(unit: string, digit: number): Promise<string>;
  remove(): void;
}

/** A repository without sources, a store and a key, all in a folder of their own. */
export function scratchPortal(
  more: Record<string, string | undefined> = {},
  runCandidates: RunCandidates = noTrialRun,
): ScratchPortal {
  const folder = mkdtempSync(path.join(tmpdir(), 'portal-scratch-'));
  const environment = { PORTAL_ROOT: folder, PORTAL_WHO: 'ada', ...more };
  const run = async (args: string[]): Promise<Answer> => {
    const answer = { code: 0, out: '', err: '' };
    answer.code = await runPortal(args, {
      environment,
      runCandidates,
      out: (text) => {
        answer.out += text;
      },
      err: (text) => {
        answer.err += text;
      },
    });
    return answer;
  };
  const build: ScratchPortal['build'] = (unit, request) => {
    if (unit === 'host') writeHostBuild(path.join(folder, 'host/dist'), request);
    else writeAreaBuild(path.join(folder, `remote-${unit}/dist`), unit, request);
  };
  return {
    folder,
    environment,
    portal: (line) => run(argumentsOf(line)),
    json: async (line) => JSON.parse((await run([...argumentsOf(line), '--json'])).out),
    build,
    async publish(unit, digit) {
      const version = `0.1.0-aaaaaaa${digit}`;
      build(unit, { version });
      const { code, err } = await run(['publish', unit]);
      if (code !== 0) throw new Error(err);
      return version;
    },
    remove: () => rmSync(folder, { recursive: true, force: true }),
  };
}

/** As a shell would split it: spaces, and quotes around what belongs together. */
export function argumentsOf(line: string): string[] {
  return [...line.matchAll(/"([^"]*)"|'([^']*)'|(\S+)/g)].map(
    ([, double, single, plain]) => double ?? single ?? plain ?? '',
  );
}
