import { ApiError } from '@portal/shared/api';

/** Finds the tokens of one provider for one form. */
export interface TokenSource {
  /** Begins what takes time, ahead of the need. Does not reject. */
  prepare: () => void;
  /** A token that has not been used. Rejects with an ApiError. */
  token: () => Promise<string>;
  stop?: () => void;
}

/** The check itself does not work here: said in words that tell what to do. */
export function unavailable(cause?: unknown): ApiError {
  return new ApiError({ status: 0, code: 'captcha_unavailable', cause });
}
