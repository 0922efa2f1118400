import * as v from 'valibot';

/** A member of an answer that may be null or absent; the client always reads null. */
/* @__NO_SIDE_EFFECTS__ */
export function maybe<S extends v.GenericSchema>(schema: S) {
  return v.nullish(schema, null);
}
