import { expect, test } from '@jest/globals';
import { membersOf, typeOf } from './value-members.ts';

test.each([
  [{ type: 'string' }, 'string'],
  [{ const: true }, 'true'],
  [{ enum: [10, 25] }, '10 | 25'],
  [{ anyOf: [{ type: 'string' }, { type: 'null' }] }, 'string or null'],
  [{ anyOf: [{ enum: ['in', 'out'] }, { type: 'string' }] }, 'in | out'],
  [{ anyOf: [{ anyOf: [{ enum: ['a'] }, { type: 'string' }] }, { type: 'null' }] }, 'a or null'],
  [{ type: 'array', items: { type: 'integer' } }, 'list of integer'],
  [{}, 'any'],
])('%j is %s', (schema, type) => {
  expect(typeOf(schema)).toBe(type);
});

test('lists the members of objects, of lists, and of each shape of a response once', () => {
  const item = { type: 'object', properties: { price: { type: 'string' } } };
  const list = {
    type: 'object',
    properties: { items: { type: 'array', items: item }, total: { type: 'integer' } },
  };
  const totals = {
    type: 'object',
    properties: { total: { type: 'integer' }, maybe: { anyOf: [item, { type: 'null' }] } },
  };
  expect(membersOf({ oneOf: [list, totals] }).map(({ name, type }) => `${name}: ${type}`)).toEqual([
    'items: list of object',
    'items[].price: string',
    'total: integer',
    'maybe: object or null',
    'maybe.price: string',
  ]);
});
