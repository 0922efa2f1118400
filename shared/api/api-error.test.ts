import { readFileSync } from 'node:fs';
import { expect, it } from '@jest/globals';
import { errorCodes, fieldErrorCodes } from '@portal/contract/error';
import { ApiError, clientErrorCodes, knownErrorCode, knownFieldErrorCode } from './api-error.ts';

it('names a text for every code', () => {
  const texts: object = JSON.parse(readFileSync(`${__dirname}/../../host/locales/en/error.json`, 'utf8'));
  const codes = new Set([
    ...errorCodes,
    ...fieldErrorCodes,
    ...clientErrorCodes,
    'rate_limited_until',
    'range_too_long_days',
  ]);
  expect(Object.keys(texts).toSorted()).toEqual([...codes].toSorted());
});

it('falls back to a general text', () => {
  expect(knownErrorCode(new ApiError({ status: 409, code: 'service_exists' }))).toBe('service_exists');
  expect(knownErrorCode(new ApiError({ status: 409, code: 'invented_later' }))).toBe('unknown');
  expect(knownErrorCode(new RangeError('oops'))).toBe('unknown');
  expect(knownFieldErrorCode({ code: 'name_length' })).toBe('name_length');
  expect(knownFieldErrorCode({ code: 'invented_later' })).toBe('field_invalid');
});
