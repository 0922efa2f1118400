import { describe, expect, jest, test } from '@jest/globals';
import * as v from 'valibot';
import { nameSchema } from './account-fields.ts';
import { labelRequestSchema } from './rented-numbers.ts';
import { lineSchema, withoutInvisible } from './request.ts';
import { viewNameFormSchema } from './saved-views.ts';
import { webhookRequestSchema } from './webhooks.ts';

const line = (text: string) => v.parse(lineSchema, text);

describe('a line', () => {
  test.each([
    ['zero-width space', '\u200B'],
    ['word joiner', '\u2060'],
    ['byte order mark', '\uFEFF'],
    ['soft hyphen', '\u00AD'],
    ['direction override', '\u202E'],
    ['direction isolate', '\u2066'],
    ['direction mark', '\u200F'],
    ['joiner between Latin letters', '\u200D'],
    ['variation selector', '\uFE0F'],
    ['Hangul filler', '\u3164'],
    ['tag', '\u{E0041}'],
    ['annotation', '\uFFF9'],
  ])('has no %s', (_name, character) => {
    expect(line(`Sa${character}les`)).toBe('Sales');
    expect(line(`${character}Sales${character}${character}`)).toBe('Sales');
    expect(line(`Sales ${character} Berlin`)).toBe('Sales Berlin');
    expect(line(character)).toBe('');
  });

  test('is refused for its length before its characters are looked at', () => {
    const replace = jest.spyOn(String.prototype, 'replace');
    const long = '\u0905\u200D'.repeat(10_000);
    expect(v.safeParse(lineSchema, long).issues).toMatchObject([{ message: 'field_invalid' }]);
    expect(v.safeParse(nameSchema, long).issues).toMatchObject([{ message: 'name_length' }]);
    expect(replace).not.toHaveBeenCalled();
    replace.mockRestore();
  });

  test.each([
    ['می\u200Cخواهم', 'Persian'],
    ['क्\u200Dष', 'Devanagari'],
    ['👩\u200D💻', 'a family of emoji'],
    ['❤\uFE0F\u200D🔥', 'a heart on fire'],
    ['👍🏽', 'a skin tone'],
    ['한국어', 'Korean'],
    ['Zoë Müller – Łódź', 'Latin letters'],
  ])('keeps %s, %s', (text) => expect(line(text)).toBe(text));

  test('has one joiner or variant in a place, and none at its end', () => {
    expect(line('می\u200C\u200C\u200Bخ')).toBe('می\u200Cخ');
    expect(line('❤\uFE0F\uFE0F')).toBe('❤\uFE0F');
    expect(line('می\u200C')).toBe('می');
    expect(line('می\u200C خ')).toBe('می خ');
  });

  test('takes time in proportion to its length', () => {
    for (const part of ['\u200B', 'a\u200B', '한\u0301', '한\u200D', '\u200D 한'])
      expect(withoutInvisible(part.repeat(200_000)).length).toBeLessThanOrEqual(400_000);
  });
});

test.each([
  ['name', nameSchema, 'Ann\u200B', 'Ann'],
  ['label of a number', labelRequestSchema.entries.label, 'Sales\u200B', 'Sales'],
  ['label of a number', labelRequestSchema.entries.label, '\u200B', null],
  ['name of a view', viewNameFormSchema.entries.name, 'Failed\u2060', 'Failed'],
  ['description of a webhook', webhookRequestSchema.entries.description, '\uFEFFBooks', 'Books'],
])('a %s has no invisible characters', (_what, schema, text, expected) => {
  expect(v.parse(schema, text)).toBe(expected);
});

test.each([
  ['name', nameSchema],
  ['name of a view', viewNameFormSchema.entries.name],
])('a %s of invisible characters is missing', (_what, schema) => {
  const { issues = [] } = v.safeParse(schema, '\u200B\u2060\u3164\u200B');
  expect(issues.map(({ message }) => message)).toEqual(['name_required']);
});
