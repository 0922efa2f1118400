import { isErrorCode, isFieldErrorCode } from '@portal/contract/error';
import * as v from 'valibot';
import { type FieldError, HttpError } from './http-error.ts';

type Issues = readonly [v.BaseIssue<unknown>, ...v.BaseIssue<unknown>[]];

/** 422 with every field that needs attention. The contract's schemas use the field codes as their messages. */
export function bodyRefusal(issues: Issues): HttpError {
  return codedRefusal(issues) ?? new HttpError('validation_failed', { errors: fieldErrors(issues) });
}

/** 400 about the address's parameters, or the code of its own that the contract gives to the fault. */
export function parameterRefusal(issues: Issues): HttpError {
  return codedRefusal(issues) ?? new HttpError('bad_parameter', { errors: fieldErrors(issues) });
}

/** Faults that have a code of their own, such as range_too_long. */
function codedRefusal(issues: Issues): HttpError | undefined {
  const coded = issues.find((issue) => isErrorCode(issue.message));
  if (coded === undefined || !isErrorCode(coded.message)) return undefined;
  return new HttpError(coded.message, {
    params: { field: v.getDotPath(coded) },
    errors: fieldErrors(issues),
  });
}

/** One error a field, the first: after "required" the others add nothing. */
function fieldErrors(issues: Issues): FieldError[] {
  const errors = new Map<string, FieldError>();
  for (const issue of issues) {
    const field = v.getDotPath(issue) ?? '';
    if (!errors.has(field)) errors.set(field, { field, code: fieldCode(issue), ...parameters(issue) });
  }
  return [...errors.values()];
}

function fieldCode(issue: v.BaseIssue<unknown>): FieldError['code'] {
  if (isFieldErrorCode(issue.message) || isErrorCode(issue.message)) return issue.message;
  const isMissing = issue.input === undefined || issue.input === null || issue.input === '';
  return isMissing ? 'field_required' : 'field_invalid';
}

/** The bound that was missed, for texts such as "from 9 to 16 digits". */
function parameters(issue: v.BaseIssue<unknown>): { params?: Record<string, unknown> } {
  const { requirement } = issue;
  if (typeof requirement !== 'number') return {};
  if (issue.type.startsWith('min_')) return { params: { min: requirement } };
  return issue.type.startsWith('max_') ? { params: { max: requirement } } : {};
}
