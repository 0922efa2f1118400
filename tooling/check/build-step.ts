import { readFileSync } from 'node:fs';
import path from 'node:path';
import { buildPackages, builtPackages } from '@portal/federation-build/workspace/build-packages';
import { releaseVersion } from '@portal/federation-build/workspace/release-version';
import { root } from '@portal/federation-build/workspace/workspace-packages';
import {
  type Budget,
  type BuiltRelease,
  budgetsOf,
  logInPageBudget,
} from '@portal/federation-cli/size-budgets';
import { type Outcome, type Step, single, total } from './outcome.ts';
import { sentSize } from './sent-size.ts';

/** Builds what has changed, then checks the size budgets. Each build and each budget is one test. */
export const buildStep: Step = {
  name: 'build',
  async run() {
    await buildPackages({});
    return total([...builtPackages().flatMap(outcomesOf), loginPageOutcome()]);
  },
};

function outcomesOf(name: string): Outcome[] {
  const folder = path.join(root, name);
  const release = readRelease(folder);
  if (release?.version !== releaseVersion(folder)) {
    return [single(false, `${name} does not build: the messages above say why`)];
  }
  return [single(true), ...budgetsOf(name, release, sizeIn(folder)).map(outcomeOf)];
}

function loginPageOutcome(): Outcome {
  const [host, auth] = ['host', 'remote-auth'].map((name) => path.join(root, name));
  if (host === undefined || auth === undefined)
    return single(false, 'the host or the authorization area is missing');
  const scriptsOf = (folder: string, files: string[] = []) =>
    files.filter((file) => file.endsWith('.js')).reduce((sum, file) => sum + sizeIn(folder)(file), 0);
  const { entry = '', pages = {} } = readRelease(auth) ?? {};
  const hostBytes = scriptsOf(host, readRelease(host)?.scripts);
  return outcomeOf(logInPageBudget(hostBytes, scriptsOf(auth, [entry]), scriptsOf(auth, pages['login'])));
}

function sizeIn(folder: string): (file: string) => number {
  return (file) => sentSize(path.join(folder, 'dist', file));
}

function readRelease(folder: string): BuiltRelease | undefined {
  try {
    return JSON.parse(readFileSync(path.join(folder, 'dist', 'release.json'), 'utf8'));
  } catch {
    return undefined;
  }
}

function outcomeOf({ name, bytes, limit }: Budget): Outcome {
  const text = `${name}: ${kibibytes(bytes)} of ${kibibytes(limit)} KiB`;
  return bytes <= limit ? single(true) : single(false, `over budget: ${text}`);
}

function kibibytes(bytes: number): string {
  return (bytes / 1024).toFixed(1);
}
