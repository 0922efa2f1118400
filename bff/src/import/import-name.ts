import { createHash } from 'node:crypto';

/** Names an import by what decides how its records are read. */
export function importName(
  kind: 'calls' | 'messages' | 'undo',
  files: readonly string[],
  options: object,
): string {
  return createHash('sha256')
    .update(JSON.stringify([kind, files, options]))
    .digest('hex');
}
