import * as v from 'valibot';

/** A member of an answer that may be null or absent; the client always reads null. */
/* @__NO_SIDE_EFFECTS__ */
export function maybe<S extends v.GenericSchema>(schema: S) {
  return v.nullish(schema, null);
}

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

/** Never sent: success is the file. */
export const fileResponse = v.object({ success: v.literal(true) });
