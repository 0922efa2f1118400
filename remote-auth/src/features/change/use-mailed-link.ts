import { exchangeToken, exchangeTokenResponseSchema } from '@portal/contract/password-change';
import { idempotencyKey, request } from '@portal/shared/api';
import { useLocation, useNavigate } from '@portal/shared/router';
import { useEffect, useState } from 'react';
import * as v from 'valibot';
import { useMailedToken } from '../../mailed-token.ts';
import { useScreenHref } from '../../paths.ts';

// Stored only in the state of this page's history entry: it survives a reload, and holds no secret. The permission to
// set the password is a cookie that no script can read.
const exchangedSchema = v.pick(exchangeTokenResponseSchema, ['email_masked', 'account_sid', 'expires_at']);
export type ExchangedLink = v.InferOutput<typeof exchangedSchema>;

export type MailedLink =
  | { state: 'missing' | 'pending' }
  | { state: 'arrived'; start: () => void }
  | { state: 'failed'; error: unknown; retry: () => void }
  | { state: 'exchanged'; link: ExchangedLink };

/**
 * Exchanges the token of the mailed link after `start`, because mail programs open links to scan them, and holds it until
 * the exchange has succeeded, so that it can be tried again after a lost connection.
 */
export function useMailedLink() {
  const { pathname, state } = useLocation();
  const navigate = useNavigate();
  const hrefOf = useScreenHref();
  const { token, search, forget } = useMailedToken('token');
  const [isStarted, setStarted] = useState(false);
  const [failure, setFailure] = useState<{ error: unknown } | null>(null);
  // The token can be used once. Another attempt of this page, whose response was lost, has the same key.
  const [key] = useState(idempotencyKey);

  // In step with the server: one request, and another after each retry.
  useEffect(() => {
    if (token === null || !isStarted || failure !== null) return;
    let isCurrent = true;
    request(exchangeToken, { body: { token }, idempotencyKey: key }).then(
      async ({ email_masked, account_sid, expires_at }) => {
        if (!isCurrent) return;
        const exchanged: ExchangedLink = { email_masked, account_sid, expires_at };
        await navigate({ pathname, search }, { replace: true, state: exchanged });
        forget();
      },
      (error: unknown) => isCurrent && setFailure({ error }),
    );
    return () => {
      isCurrent = false;
    };
  }, [token, isStarted, failure, key, pathname, search, navigate, forget]);

  function result(): MailedLink {
    if (failure !== null) return { state: 'failed', error: failure.error, retry: () => setFailure(null) };
    const exchanged = v.safeParse(exchangedSchema, state);
    if (exchanged.success) return { state: 'exchanged', link: exchanged.output };
    if (token === null) return { state: 'missing' };
    return isStarted ? { state: 'pending' } : { state: 'arrived', start: () => setStarted(true) };
  }
  return {
    mailed: result(),
    forget: () => void navigate(hrefOf(pathname), { replace: true, state: null }),
  };
}
