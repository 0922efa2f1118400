/** The steps at which a test can kill the tool, in the order in which a command reaches them. */
export const faultPoints = [
  'publish-started',
  'publish-before-release',
  'publish-done',
  'locked',
  'before-copy',
  'after-copy',
  'before-rename',
  'after-swap',
  'gc-manifest-removed',
  'gc-swapped',
  'gc-file-removed',
  'rotate-signed',
  'rotate-retired',
] as const;
export type FaultPoint = (typeof faultPoints)[number];

/** Kills this process without cleanup if `PORTAL_FAULT` names the step and `NODE_ENV` is `test`. */
export function faultPoint(name: FaultPoint): void {
  if (process.env['NODE_ENV'] === 'test' && process.env['PORTAL_FAULT'] === name)
    process.kill(process.pid, 'SIGKILL');
}
