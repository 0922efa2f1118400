/** A failure that the person at the terminal can fix: its message says what is wrong and what to do, without a stack. */
export class OperatorError extends Error {
  override readonly name: string = 'OperatorError';
}
