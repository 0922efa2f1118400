import { type ErrorCode, errorCodes, type FieldErrorCode, fieldErrorCodes } from '@portal/contract/error';
import { ApiError, type ApiFieldError } from './api-error.ts';

/** Codes of failures that never reached the server, or that it could not explain. */
export const clientErrorCodes = ['network_error', 'contract_violation', 'unknown'] as const;

/** A code that namespace `error` has a text for. */
export type KnownErrorCode = ErrorCode | (typeof clientErrorCodes)[number];

const codes: readonly KnownErrorCode[] = [...errorCodes, ...clientErrorCodes];

/** A failure's code, or `unknown` for one that this release has no text for. */
export function knownErrorCode(error: unknown): KnownErrorCode {
  const code = error instanceof ApiError ? error.code : undefined;
  return codes.find((known) => known === code) ?? 'unknown';
}

/** A field's code, or `field_invalid` for one that this release has no text for. */
export function knownFieldErrorCode(error: Pick<ApiFieldError, 'code'>): FieldErrorCode {
  return fieldErrorCodes.find((known) => known === error.code) ?? 'field_invalid';
}
