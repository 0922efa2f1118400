import { useLocation, useNavigate } from '@portal/shared/router';
import { useCallback, useLayoutEffect, useState } from 'react';

interface MailedToken {
  /** Null when no mailed link led here, and once it is forgotten. */
  token: string | null;
  /** The rest of the URL's query. */
  search: string;
  forget: () => void;
}

/**
 * The token of a mailed link. It is removed from the URL before anything is shown, because URLs are stored in histories
 * and logs; then it is held in memory only.
 */
export function useMailedToken(parameter: string): MailedToken {
  const location = useLocation();
  const navigate = useNavigate();
  const [token, setToken] = useState<string | null>(null);
  const query = new URLSearchParams(location.search);
  const found = query.get(parameter);
  query.delete(parameter);
  const search = query.toString();
  const { pathname } = location;

  // In step with the URL.
  useLayoutEffect(() => {
    if (found === null) return;
    // A link without a token, which a mail program has cut off.
    setToken(found === '' ? null : found);
    void navigate({ pathname, search }, { replace: true });
  }, [found, pathname, search, navigate]);

  return { token: found || token, search, forget: useCallback(() => setToken(null), []) };
}
