/** A record that is skipped; its message says what is wrong. */
export class LineFault extends Error {}

/** A value of a record as far as a fault shows it. */
export function shown(value: string): string {
  return value.slice(0, 40);
}
