import { errorCodes, fieldErrorCodes } from '@portal/contract/error';
import { ApiError, type ApiFieldError } from './api-error.ts';

const clientCodes = ['network_error', 'contract_violation', 'unknown'] as const;

type Code = (typeof errorCodes)[number] | (typeof clientCodes)[number];
type FieldCode = (typeof fieldErrorCodes)[number];

/** Translation keys of error texts, in namespace `error`. */
export type ErrorKey = `error:${Code}`;
export type FieldErrorKey = `error:${FieldCode | 'field_invalid'}`;

const codes: readonly Code[] = [...errorCodes, ...clientCodes];

/** The translation key of a failure's text; a code this release does not know gives the general text. */
export function errorKey(error: unknown): ErrorKey {
  const code = error instanceof ApiError ? error.code : undefined;
  return `error:${codes.find((known) => known === code) ?? 'unknown'}`;
}

/** The translation key of one field's text. */
export function fieldErrorKey(error: Pick<ApiFieldError, 'code'>): FieldErrorKey {
  return `error:${fieldErrorCodes.find((known) => known === error.code) ?? 'field_invalid'}`;
}
