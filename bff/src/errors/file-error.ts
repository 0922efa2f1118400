/** What is wrong with a file, for the person at the terminal who has named it; undefined for errors of another kind. */
export function describeFileError(error: unknown): string | undefined {
  if (!(error instanceof Error && 'code' in error && 'syscall' in error)) return undefined;
  const file = 'path' in error ? String(error.path) : undefined;
  // Reading an open folder fails without its name.
  if (error.code === 'EISDIR') return `${file ?? 'What was named'} is a folder, not a file.`;
  if (file === undefined) return undefined;
  return sentences[String(error.code)]?.(file) ?? `${file} cannot be used (${error.message}).`;
}

const withoutPermission = (file: string) => `This account has no permission for ${file}.`;

const sentences: Record<string, (file: string) => string> = {
  ENOENT: (file) => `${file} does not exist.`,
  ENOTDIR: (file) => `${file} does not exist: a part of its path is a file.`,
  EACCES: withoutPermission,
  EPERM: withoutPermission,
  ENOSPC: (file) => `The disk of ${file} is full.`,
};
