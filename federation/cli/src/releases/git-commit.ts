import { spawnSync } from 'node:child_process';

/** The current commit, 40 hex digits; null when one of the paths differs from it or there is no repository. */
export function cleanCommit(root: string, paths: string[]): string | null {
  const changed = git(root, 'status', '--porcelain', '--', ...paths);
  if (changed === undefined || changed !== '') return null;
  const commit = git(root, 'rev-parse', 'HEAD');
  return commit !== undefined && /^[0-9a-f]{40}$/.test(commit) ? commit : null;
}

/** git's `user.email`; undefined when it is not set. */
export function gitUser(root: string): string | undefined {
  const user = git(root, 'config', 'user.email');
  return user === '' ? undefined : user;
}

function git(cwd: string, ...args: string[]): string | undefined {
  const { status, stdout } = spawnSync('git', args, { cwd, encoding: 'utf8' });
  return status === 0 ? stdout.trim() : undefined;
}
