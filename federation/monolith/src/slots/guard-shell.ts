/** There is no foreign code that the frame must be guarded from. */
export function guardShell(_shell: HTMLElement): () => void {
  return () => undefined;
}
