import { useLocation, useNavigate } from '@portal/shared/router';
import { useCallback, useLayoutEffect, useState } from 'react';

interface AddressToken {
  /** Null when no mailed link brought the visitor here, and once it is forgotten. */
  token: string | null;
  /** The rest of the address's query. */
  search: string;
  forget: () => void;
}

/**
 * The token of a mailed link. It leaves the address before anything is drawn, for what stands there is kept in histories
 * and logs, and stays in memory.
 */
export function useAddressToken(parameter: string): AddressToken {
  const location = useLocation();
  const navigate = useNavigate();
  const [kept, setKept] = useState<string | null>(null);
  const query = new URLSearchParams(location.search);
  const found = query.get(parameter);
  query.delete(parameter);
  const search = query.toString();
  const { pathname } = location;

  // In step with the address.
  useLayoutEffect(() => {
    if (found === null) return;
    setKept(found);
    void navigate({ pathname, search }, { replace: true });
  }, [found, pathname, search, navigate]);

  return { token: found ?? kept, search, forget: useCallback(() => setKept(null), []) };
}
