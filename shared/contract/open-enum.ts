import * as v from 'valibot';

/**
 * A value out of `known`, or a word that a later release of the server may add: an answer with a new status must not
 * break the client, which shows it as neutral raw text. Only for answers; requests use `v.picklist`.
 */
/* @__NO_SIDE_EFFECTS__ */
export function openEnum<const Known extends readonly string[]>(
  known: Known,
): v.GenericSchema<string, Known[number] | (string & {})> {
  return v.union([v.picklist(known), v.string()]);
}

/** Whether the value of an open enum is one of the words that this release knows, and so has a text for. */
export function isOneOf<const Word extends string>(
  known: readonly Word[],
  value: string | null | undefined,
): value is Word {
  return known.some((word) => word === value);
}
