import type { StandardSchemaV1, StandardSchemaV1InferOutput } from 'ky';

/** Any schema of the Standard Schema family; in this portal a valibot schema. */
export type Schema = StandardSchemaV1;
export type SchemaOutput<S extends Schema> = StandardSchemaV1InferOutput<S>;

export interface FieldIssue {
  field: string;
  /** The issue's message: a field error code, which is a translation key of the namespace `error`. */
  code: string;
  params?: Record<string, unknown>;
}

type Validation<S extends Schema> =
  | { value: SchemaOutput<S>; issues?: undefined }
  | { issues: readonly FieldIssue[] };

/** Returns the parsed value, or the first issue of each field. Throws if the schema is asynchronous; the contract has none. */
export function validate<S extends Schema>(schema: S, value: unknown): Validation<S> {
  const result = schema['~standard'].validate(value);
  if (result instanceof Promise) throw new TypeError('The schema is asynchronous');
  // biome-ignore lint/nursery/noUnsafeTypeAssertion: a parse edge; the validated value is the schema's output by definition
  if (result.issues === undefined) return { value: result.value as SchemaOutput<S> };
  const first = new Map<string, FieldIssue>();
  for (const { message, path } of result.issues) {
    const segment = path?.[0];
    const field = String(typeof segment === 'object' ? segment.key : (segment ?? ''));
    if (!first.has(field)) first.set(field, { field, code: message });
  }
  return { issues: [...first.values()] };
}
