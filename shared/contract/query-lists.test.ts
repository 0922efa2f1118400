import { expect, test } from '@jest/globals';
import * as v from 'valibot';
import { codeListSchema, listOf } from './query-value.ts';

test.each([
  ['codes', codeListSchema],
  ['known values', listOf(['sms', 'call'])],
])('describes a list of too many %s with one issue', (_kind, schema) => {
  expect(v.safeParse(schema, 'a1,'.repeat(5000)).issues).toHaveLength(1);
  expect(v.safeParse(schema, 'a1,'.repeat(3)).issues).toHaveLength(3);
});
