import type { Schema } from '../api/standard-schema.ts';

export interface FieldIssue {
  field: string;
  /** Field error code: a translation key of the namespace `error`. */
  code: string;
  params?: Record<string, unknown>;
}

/** The first issue of each field. An asynchronous schema (the contract has none) returns no issues. */
export function findIssues(schema: Schema, values: object): FieldIssue[] {
  const result = schema['~standard'].validate(values);
  if (result instanceof Promise || result.issues === undefined) return [];
  const first = new Map<string, FieldIssue>();
  for (const { message, path } of result.issues) {
    const segment = path?.[0];
    const field = String(typeof segment === 'object' ? segment.key : (segment ?? ''));
    if (!first.has(field)) first.set(field, { field, code: message });
  }
  return [...first.values()];
}
