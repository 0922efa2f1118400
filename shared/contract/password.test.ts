import { expect, test } from '@jest/globals';
import * as v from 'valibot';
import { newPasswordSchema, passwordRulesOf, passwordSpecials } from './password.ts';

function codesOf(password: unknown): string[] {
  return (v.safeParse(newPasswordSchema('spec'), password).issues ?? []).map(({ message }) => message);
}

test.each([
  ['Secret1!', []],
  ['Secret1!Secret1!', []],
  ['Secret1#!', []],
  ['', ['password_required']],
  [undefined, ['password_required']],
  ['Secr1!x', ['password_length']],
  ['Secret1!Secret1!x', ['password_length']],
  ['SECRET1!', ['password_lowercase']],
  ['secret1!', ['password_uppercase']],
  ['Secrets!', ['password_digit']],
  ['Secret12', ['password_special']],
  ['Secret1#', ['password_special']],
  ['a', ['password_length', 'password_uppercase', 'password_digit', 'password_special']],
])('%j has the issues %j', (password, codes) => {
  expect(codesOf(password)).toEqual(codes);
});

test('each special character of the list counts', () => {
  expect(passwordSpecials).toHaveLength(21);
  for (const special of passwordSpecials) expect(codesOf(`Secret1${special}`)).toEqual([]);
});

test('the checklist is fulfilled by what the schema takes', () => {
  expect(passwordRulesOf('spec').filter((rule) => !rule.test('Secret1!'))).toEqual([]);
});
