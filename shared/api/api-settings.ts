import { ApiError } from './api-error.ts';

interface ApiSettings {
  /** Absolute URL, or a path on the portal's own origin. */
  baseUrl: string;
  /** Called once when requests find that the session has ended, however many of them do. */
  onUnauthorized: () => void;
  /**
   * Called when a request finds that the session has ended. Resolves to true if another tab has logged in to the page's account
   * again: the request is then repeated. Parallel requests share the search.
   */
  recoverSession: () => Promise<boolean>;
  /** Whether the page waits for its customer to log in again. */
  isPaused?: (() => boolean) | undefined;
  /**
   * The account whose data the page shows; null before that is known. The server refuses a request of another account: the
   * cookie is all tabs' own, and another tab may have logged in to a second account.
   */
  account?: string | null | undefined;
  /** Returns the response to a request that the page sent before this code ran; each response is used once. */
  early?: ((request: Request) => Promise<Response> | undefined) | undefined;
  /** Aborts those requests and discards their responses: their session is about to end. */
  dropEarly?: (() => void) | undefined;
  /** Queries wait for it: a request to end the session is under way. */
  hold?: Promise<void> | undefined;
}

export const settings: ApiSettings = {
  baseUrl: '/',
  onUnauthorized: () => undefined,
  recoverSession: () => Promise.resolve(false),
};

/** Sets the server's address and what happens when the session has ended; the host calls it at start. */
export function configureApi(changes: Partial<ApiSettings>): void {
  Object.assign(settings, changes);
}

/**
 * Whether a request was refused because the session has ended, while the page waits for its customer to log in again and says so:
 * shown as an error, the refusal would not be true any more afterwards.
 */
export function isAwaitingLogin(error: unknown): boolean {
  return error instanceof ApiError && error.status === 401 && settings.isPaused?.() === true;
}
