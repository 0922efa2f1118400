import { beforeAll, expect, it, jest } from '@jest/globals';
import { renderHook } from '@testing-library/react';
import { ApiError } from '../api/api-error.ts';
import { showLanguage } from '../testing/test-language.ts';
import { useErrorText } from './use-error-text.ts';

beforeAll(() => showLanguage('en'));

// First: formats are stored.
it('uses no Intl object until an error needs one', () => {
  const create = jest.spyOn(Intl, 'DateTimeFormat');
  const { result } = renderHook(() => useErrorText());
  expect(result.current.errorText(new Error('boom'))).toMatch(/^Something went wrong/);
  expect(create).not.toHaveBeenCalled();
  create.mockRestore();
});

it('returns the text of an error, with amounts in their currency', () => {
  const { result } = renderHook(() => useErrorText());
  const params = { min: '10.00', currency: 'eur' };
  const tooLittle = new ApiError({ status: 422, code: 'amount_below_minimum', params });
  expect(result.current.errorText(tooLittle)).toBe(
    'The amount is below the minimum of €10.00. Please enter a larger amount.',
  );
  const tooLong = new ApiError({ status: 422, code: 'range_too_long', params: { max_days: 400 } });
  expect(result.current.errorText(tooLong)).toBe(
    'This period is too long. Please choose one of up to 400 days.',
  );
  expect(result.current.errorText(new Error('boom'))).toBe(
    'Something went wrong. Please try again; if it happens again, contact support.',
  );
});

it.each([
  [null, 'Too many attempts. Please wait a moment and try again.'],
  [0, 'Too many attempts. Please wait a moment and try again.'],
  [20, 'Too many attempts. Please try again in 20 seconds.'],
  [61, 'Too many attempts. Please try again in 2 minutes.'],
  [600, 'Too many attempts. Please try again in 10 minutes.'],
  [3844, 'Too many attempts. Please try again in 2 hours.'],
])('says when an attempt is possible again if the server refuses for %s s', (retryAfterSeconds, text) => {
  const { result } = renderHook(() => useErrorText());
  const limited = new ApiError({ status: 429, code: 'rate_limited', retryAfterSeconds });
  expect(result.current.errorText(limited)).toBe(text);
});

it('adds the words of the server to an error whose code only a later release knows', () => {
  const { result } = renderHook(() => useErrorText());
  const later = new ApiError({ status: 409, code: 'teapot', message: 'I am a teapot', isExplained: true });
  expect(result.current.errorText(later)).toBe(
    'Something went wrong. Please try again; if it happens again, contact support. (I am a teapot)',
  );
});

it('returns the text of a field error', () => {
  const { result } = renderHook(() => useErrorText());
  expect(result.current.fieldErrorText('phone_digits_length')).toBe(
    'Phone number length must be from 9 to 16 digits',
  );
  expect(result.current.fieldErrorText('tax_number_format', { example: 'DE123456789' })).toBe(
    'Invalid tax number. Example: DE123456789',
  );
  expect(result.current.fieldErrorText('invented_later')).toBe('Please check this field.');
});
