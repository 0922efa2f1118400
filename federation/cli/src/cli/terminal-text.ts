/**
 * The text with its control characters and marks of direction as visible escapes, `\u001b`: texts of the store, of pages and of
 * errors may come from anybody, and a terminal obeys them. Line breaks and tabs stay. In JSON, the escapes mean the same characters.
 */
export function terminalText(text: string): string {
  return text.replace(
    /[^\P{Cc}\n\t]|[\p{Bidi_Control}\u2028\u2029]/gu,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
}

/** The text without line breaks, so that a field cannot look like further lines of the output. */
export function singleLine(text: string): string {
  return text.replace(/(?<!\s)\s*[\r\n]\s*/g, ' ');
}

/** One line about an error that no command expects; with PORTAL_DEBUG, its stack. */
export function describeUnexpected(
  error: unknown,
  { PORTAL_DEBUG: debug }: Record<string, string | undefined>,
): string {
  if (debug !== undefined && debug !== '') return (error instanceof Error && error.stack) || String(error);
  const message = error instanceof Error ? error.message : String(error);
  return `Unexpected error: ${singleLine(message)} (PORTAL_DEBUG=1 shows where)`;
}
