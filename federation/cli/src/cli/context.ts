import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { hostname, userInfo } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { type PortalFacts, portalFactsSchema } from '@portal/federation-contract/portal-facts';
import * as v from 'valibot';
import { readSigningKey, type SigningKey } from '../signing/signing-key.ts';
import { openStore } from '../store/open-store.ts';
import type { ReleaseStore } from '../store/release-store.ts';
import { rememberHead } from '../store/seen-heads.ts';
import type { RunCandidates } from '../trial-run/trial-run.ts';
import { parsePublicKey } from './public-key.ts';

const source = fileURLToPath(new URL('../../../..', import.meta.url));
/** In another repository, where this package is installed, the root is the working directory. */
const isInstalled = source.includes(`${path.sep}node_modules${path.sep}`);

export interface Context {
  store: ReleaseStore;
  keyFile: string;
  /** Throws SigningKeyError. */
  key(): Promise<SigningKey>;
  /** For commands that only read: `--public-key`, COMPOSITION_PUBLIC_KEY, or the signing key's public half. Throws UsageError. */
  publicKey(): Promise<string>;
  /** What was typed after `portal`, for the audit record. */
  command: string;
  who: string;
  /** portal.json of the root folder. */
  facts: PortalFacts;
  /** Absolute folder with `host/` and `remote-…/`. */
  root: string;
  /** Absolute folder of the store, the keys and other data. */
  dataFolder: string;
  environment: Record<string, string | undefined>;
  /** The current commit, 40 hex digits; null when one of the paths differs from it or there is no repository. */
  cleanCommit(paths: readonly string[]): string | null;
  /** Runs candidates in a browser. */
  runCandidates: RunCandidates;
  /** Prints a line to standard error. */
  progress(text: string): void;
}

/** The options that every command has. */
export const commonOptionsSchema = v.object({
  store: v.optional(v.string()),
  key: v.optional(v.string()),
  publicKey: v.optional(v.string()),
  who: v.optional(v.string()),
  atLeast: v.optional(v.string()),
});

/** The context of a command, from its options and the environment. Throws StoreAddressError. */
export function contextOf(
  options: v.InferOutput<typeof commonOptionsSchema>,
  {
    environment,
    command,
    runCandidates,
    progress,
  }: Pick<Context, 'environment' | 'command' | 'runCandidates' | 'progress'>,
): Context {
  const root = path.resolve(environment['PORTAL_ROOT'] ?? (isInstalled ? process.cwd() : source));
  const dataFolder = path.resolve(root, environment['DATA_DIR'] ?? 'var');
  const portalFolder = environment['PORTAL_DIR'] ?? path.join(dataFolder, 'portal');
  const keyFile = path.resolve(
    options.key ?? environment['PORTAL_KEY'] ?? path.join(dataFolder, 'keys', 'composition.pem'),
  );
  const key = () => readSigningKey(keyFile);
  return {
    store: rememberHead(
      openStore(options.store ?? environment['PORTAL_STORE'] ?? portalFolder, environment, progress),
      path.join(dataFolder, 'heads.json'),
      progress,
    ),
    keyFile,
    key,
    publicKey: async () => {
      const given =
        options.publicKey ?? (existsSync(keyFile) ? undefined : environment['COMPOSITION_PUBLIC_KEY']);
      return given === undefined ? (await key()).publicKey : parsePublicKey(given);
    },
    command,
    facts: readFacts(path.join(root, 'portal.json')),
    who:
      options.who ??
      environment['PORTAL_WHO'] ??
      (git(root, 'config', 'user.email') || undefined) ??
      `${userInfo().username}@${hostname()}`,
    root,
    dataFolder,
    environment,
    runCandidates,
    progress,
    cleanCommit(paths) {
      if (git(root, 'status', '--porcelain', '--', ...paths) !== '') return null;
      return /^[0-9a-f]{40}$/.exec(git(root, 'rev-parse', 'HEAD') ?? '')?.[0] ?? null;
    },
  };
}

function git(cwd: string, ...args: string[]): string | undefined {
  const { status, stdout } = spawnSync('git', args, { cwd, encoding: 'utf8' });
  return status === 0 ? stdout.trim() : undefined;
}

function readFacts(file: string): PortalFacts {
  return v.parse(portalFactsSchema, existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : {});
}
