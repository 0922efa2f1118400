/** The steps at which a test may kill the tool, in the order in which a command reaches them. */
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

/** Ends this process as a power cut would, if a test asked for it by `PORTAL_FAULT`; `NODE_ENV` has to be `test`. */
export function faultPoint(name: FaultPoint): void {
  if (process.env['NODE_ENV'] === 'test' && process.env['PORTAL_FAULT'] === name)
    process.kill(process.pid, 'SIGKILL');
}
