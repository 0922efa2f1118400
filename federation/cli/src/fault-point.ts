/** The steps at which a test can kill the tool, in the order in which a command reaches them. */
export const faultPoints = [
  'publish-started',
  'publish-before-release',
  'publish-done',
  'locked',
  'before-swap',
  'before-rename',
  'after-swap',
  'after-copy',
  'gc-manifest-removed',
  'gc-swapped',
  'gc-file-removed',
  'rotate-written',
  'rotate-signed',
  'rotate-retired',
] as const;
export type FaultPoint = (typeof faultPoints)[number];

/** Kills this process without cleanup if `PORTAL_FAULT` names the step and `NODE_ENV` is `test`. */
export function faultPoint(name: FaultPoint): void {
  if (process.env['NODE_ENV'] === 'test' && process.env['PORTAL_FAULT'] === name)
    process.kill(process.pid, 'SIGKILL');
}
