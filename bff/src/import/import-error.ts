/** An error in the arguments, not in the file's lines. */
export class ImportError extends Error {}
