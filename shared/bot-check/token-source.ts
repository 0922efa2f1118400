import { ApiError } from '@portal/shared/api';

/** Produces one provider's tokens for one form. */
export interface TokenSource {
  /** Starts the slow work before a token is needed. Does not throw. */
  prepare: () => void;
  /** Returns an unused token. Rejects with an ApiError. */
  token: () => Promise<string>;
  /** Removes what the provider added to the page. */
  stop?: () => void;
}

/** The error of a bot check that does not work; its text explains what the customer can do. */
export function unavailable(cause?: unknown): ApiError {
  return new ApiError({ status: 0, code: 'captcha_unavailable', cause });
}
