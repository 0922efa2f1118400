import { isErrorCode, isFieldErrorCode } from '@portal/contract/error';
import * as v from 'valibot';
import { type FieldError, HttpError } from './http-error.ts';

type Issues = readonly [v.BaseIssue<unknown>, ...v.BaseIssue<unknown>[]];

/** Creates a 422 with every invalid field. The contract's schemas use the field codes as messages. */
export function bodyRefusal(issues: Issues): HttpError {
  return codedRefusal(issues) ?? new HttpError('validation_failed', { errors: fieldErrors(issues) });
}

/** Creates a 400 about parameters of the URL, or an error with the code that the contract gives to the issue. */
export function parameterRefusal(issues: Issues): HttpError {
  return codedRefusal(issues) ?? new HttpError('bad_parameter', { errors: fieldErrors(issues) });
}

/** Returns an error for issues with an error code of their own, such as range_too_long. */
function codedRefusal(issues: Issues): HttpError | undefined {
  const coded = issues.find((issue) => isErrorCode(issue.message));
  if (coded === undefined || !isErrorCode(coded.message)) return undefined;
  return new HttpError(coded.message, {
    params: { field: v.getDotPath(coded), ...daysOf(coded) },
    errors: fieldErrors(issues),
  });
}

/** The longest period, for the text of `range_too_long`. */
function daysOf({ message, expected }: v.BaseIssue<unknown>): { max_days?: number } {
  return message === 'range_too_long' && expected !== null ? { max_days: Number(expected) } : {};
}

/** More wrong fields than a form or a query has; a longer response would only cost. */
const mostErrors = 30;

/** Returns the first error of each field: after "required" the others add nothing. */
function fieldErrors(issues: Issues): FieldError[] {
  const errors = new Map<string, FieldError>();
  for (const issue of issues) {
    if (errors.size === mostErrors) break;
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

/** The limit that the value exceeds, for texts such as "from 9 to 16 digits". */
function parameters(issue: v.BaseIssue<unknown>): { params?: Record<string, unknown> } {
  const { requirement } = issue;
  if (typeof requirement !== 'number') return {};
  if (issue.type.startsWith('min_')) return { params: { min: requirement } };
  return issue.type.startsWith('max_') ? { params: { max: requirement } } : {};
}
