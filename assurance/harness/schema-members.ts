/** Names of the members that a schema of an object knows, whatever is checked after them. */
export function membersOf(schema: unknown): string[] {
  const { entries, pipe } = Object(schema);
  if (entries !== undefined) return Object.keys(entries);
  return Array.isArray(pipe) ? membersOf(pipe[0]) : [];
}
