/** A deadlock, or a change that cannot be put in an order with another one: PostgreSQL has rolled the transaction back. */
const codes: readonly string[] = ['40P01', '40001'];

/** What a transaction has read was changed before it could lock it: a later attempt reads it again. */
export class Conflict extends Error {
  readonly code = '40001';
}

/** Whether parallel transactions stood in each other's way: a later attempt probably succeeds. */
export function isConflict(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  return ('code' in error && codes.includes(String(error.code))) || isConflict(error.cause);
}

/**
 * Does work again, once, if it stood in the way of other transactions. It must change nothing but what its transaction rolls back;
 * `canRepeat` says afterwards whether that holds.
 */
export async function repeatAfterConflict<Result>(
  work: () => Promise<Result>,
  canRepeat = () => true,
): Promise<Result> {
  try {
    return await work();
  } catch (error) {
    if (!isConflict(error) || !canRepeat()) throw error;
    return work();
  }
}
