/** A message for the person at the terminal: what is in the way of the embedded PostgreSQL, and what to do. */
export class EmbeddedPostgresError extends Error {
  override name = 'EmbeddedPostgresError';
}
