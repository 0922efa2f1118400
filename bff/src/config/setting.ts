import * as v from 'valibot';

/** An optional setting with its default. */
export function withDefault<Schema extends v.GenericSchema<string, unknown>>(
  value: v.InferInput<Schema>,
  schema: Schema,
) {
  return v.optional(schema, value);
}

export function matching(pattern: RegExp, expected: string) {
  return v.pipe(v.string(), v.regex(pattern, expected));
}

export function wholeNumber(min: number, max: number) {
  const message = `expected a whole number from ${min} to ${max}`;
  return v.pipe(
    v.string(),
    v.regex(/^\d{1,9}$/, message),
    v.transform(Number),
    v.minValue(min, message),
    v.maxValue(max, message),
  );
}

export const booleanFrom = v.pipe(
  v.picklist(['true', 'false', '1', '0', 'yes', 'no'], 'expected true or false'),
  v.transform((value) => value === 'true' || value === '1' || value === 'yes'),
);

export const listFrom = v.pipe(
  v.string(),
  v.transform((value) =>
    value
      .split(',')
      .map((part) => part.trim())
      .filter((part) => part !== ''),
  ),
);

/** The URL of a service that receives secrets or evidence. Plain http is allowed only on this machine. */
export const httpsUrl = matching(
  /^(?:https:\/\/|http:\/\/(?:127\.0\.0\.1|localhost)[:/])/,
  'expected an https address',
);

/** A URL that may contain a password: its error message names the protocols only. */
export function secretUrl(protocols: readonly string[]) {
  const message = `expected an address that starts with ${protocols.map((protocol) => `${protocol}//`).join(' or ')}`;
  return v.pipe(
    v.string(),
    v.check((value) => URL.canParse(value) && protocols.includes(new URL(value).protocol), message),
  );
}
