import { describe, expect, test } from '@jest/globals';
import * as v from 'valibot';
import { errorCodes, errorStatus, fieldErrorCodes, isErrorCode, problemSchema } from './error.ts';

describe('a problem', () => {
  const problem = {
    success: false,
    type: 'https://docs.example.net/errors/validation_failed',
    title: 'Validation failed',
    status: 422,
    code: 'validation_failed',
    detail: '2 fields need attention',
    request_id: 'req_01JD9A7Q',
    errors: [
      {
        field: 'phone',
        pointer: '/phone',
        code: 'phone_digits_length',
        message: 'Phone number length must be from 9 to 16 digits',
        params: { min: 9, max: 16 },
      },
      {
        field: 'tax_number',
        pointer: '/tax_number',
        code: 'tax_number_format',
        message: 'Invalid tax number',
        params: { country: 'de', example: 'DE123456789' },
      },
    ],
  };

  test('is read whole', () => {
    expect(v.parse(problemSchema, problem)).toEqual(problem);
  });

  test('may have a code that this release does not know, and members', () => {
    const { errors: _, ...rest } = problem;
    expect(v.parse(problemSchema, { ...rest, code: 'teapot', hint: 'x' })).toEqual({
      ...rest,
      code: 'teapot',
    });
  });
});

test.each([
  ['malformed_json', 400],
  ['invalid_credentials', 401],
  ['dpu_required', 403],
  ['service_not_found', 404],
  ['tax_number_locked', 409],
  ['token_used', 410],
  ['body_too_large', 413],
  ['unsupported_media_type', 415],
  ['offset_too_large', 422],
  ['rate_limited', 429],
  ['internal', 500],
  ['upstream_error', 502],
  ['maintenance', 503],
  ['upstream_timeout', 504],
] as const)('%s travels with %d', (code, status) => {
  expect(errorStatus(code)).toBe(status);
});

test('no code stands twice, and only "internal" is 500', () => {
  expect(new Set(errorCodes).size).toBe(errorCodes.length);
  expect(new Set(fieldErrorCodes).size).toBe(fieldErrorCodes.length);
  expect(errorCodes.filter((code) => errorStatus(code) === 500)).toEqual(['internal']);
  expect(isErrorCode('validation_failed')).toBe(true);
  expect(isErrorCode('toString')).toBe(false);
});
