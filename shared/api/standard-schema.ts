import type { StandardSchemaV1, StandardSchemaV1InferOutput } from 'ky';

/** Any schema of the Standard Schema family; in this portal a valibot schema. */
export type Schema = StandardSchemaV1;
/** What a schema gives after parsing. */
export type SchemaOutput<S extends Schema> = StandardSchemaV1InferOutput<S>;
