import type { BaseIssue } from 'valibot';

const statuses = { maintenance: 503, not_found: 404, wrong_query: 400, wrong_body: 422 };

type Issues = readonly [BaseIssue<unknown>, ...BaseIssue<unknown>[]];

/** A refused request. A server with its own errors translates it by `code`; otherwise Fastify responds with the status. */
export class DeliveryError extends Error {
  override readonly name = 'DeliveryError';
  readonly code: keyof typeof statuses;
  readonly statusCode: number;
  /** Faults of the query or the body. */
  readonly issues: Issues | undefined;

  constructor(code: keyof typeof statuses, issues?: Issues) {
    super(code);
    this.code = code;
    this.statusCode = statuses[code];
    this.issues = issues;
  }
}
