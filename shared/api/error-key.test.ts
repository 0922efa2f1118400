import { readFileSync } from 'node:fs';
import { expect, it } from '@jest/globals';
import { errorCodes, fieldErrorCodes } from '@portal/contract/error';
import { ApiError } from './api-error.ts';
import { clientErrorCodes, errorKey, fieldErrorKey } from './error-key.ts';

it('names a text for every code', () => {
  const texts: object = JSON.parse(readFileSync(`${__dirname}/../../host/locales/en/error.json`, 'utf8'));
  const codes = new Set([...errorCodes, ...fieldErrorCodes, ...clientErrorCodes]);
  expect(Object.keys(texts).toSorted()).toEqual([...codes].toSorted());
});

it('falls back to a general text', () => {
  expect(errorKey(new ApiError({ status: 409, code: 'service_exists' }))).toBe('error:service_exists');
  expect(errorKey(new ApiError({ status: 409, code: 'invented_later' }))).toBe('error:unknown');
  expect(errorKey(new RangeError('oops'))).toBe('error:unknown');
  expect(fieldErrorKey({ code: 'name_length' })).toBe('error:name_length');
  expect(fieldErrorKey({ code: 'invented_later' })).toBe('error:field_invalid');
});
