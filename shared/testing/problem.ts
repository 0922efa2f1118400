import {
  type ErrorCode,
  errorStatus,
  type FieldProblem,
  type Problem,
  problemSchema,
} from '@portal/contract/error';
import { HttpResponse } from 'msw';
import * as v from 'valibot';

interface ProblemOptions {
  /** The status; by default the one that belongs to the code. */
  status?: number;
  /** Fields that the server refuses: `{ field: 'phone', code: 'phone_pattern' }`. */
  errors?: FieldProblem[];
  params?: Record<string, unknown>;
  retryAfterSeconds?: number;
}

/** What stands for a refusal in `reply`. */
export interface ProblemResponse {
  problem: Problem;
  headers: Record<string, string>;
}

/** A refusal with one of the contract's codes. */
export function problem(code: ErrorCode, options: ProblemOptions = {}): ProblemResponse {
  const { status = errorStatus(code), errors, params, retryAfterSeconds } = options;
  return {
    problem: v.parse(problemSchema, {
      success: false,
      title: code,
      status,
      code,
      request_id: 'req_01TEST',
      ...(errors && { errors }),
      ...(params && { params }),
    }),
    headers: {
      'Content-Type': 'application/problem+json',
      ...(retryAfterSeconds !== undefined && { 'Retry-After': String(retryAfterSeconds) }),
    },
  };
}

/** Stands in `reply` for a connection that is lost. */
export const connectionLost = Symbol('connection lost');

export function isProblem(answer: unknown): answer is ProblemResponse {
  return typeof answer === 'object' && answer !== null && 'problem' in answer && 'headers' in answer;
}

export function problemResponse(answer: ProblemResponse): HttpResponse<Problem> {
  return HttpResponse.json(answer.problem, { status: answer.problem.status, headers: answer.headers });
}
