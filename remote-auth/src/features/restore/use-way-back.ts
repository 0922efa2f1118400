import { useLocation, useNavigate } from '@portal/shared/router';
import { useLayoutEffect, useState } from 'react';

/** The token of the mail about a changed address, if a link brought one. It leaves the page's address at once. */
export function useWayBack(): string | null {
  const { search, pathname } = useLocation();
  const navigate = useNavigate();
  const [token, setToken] = useState<string | null>(null);
  const query = new URLSearchParams(search);
  const found = query.get('revert');
  query.delete('revert');
  const rest = query.toString();

  // In step with the address: what stands there is kept in histories and logs.
  useLayoutEffect(() => {
    if (found === null) return;
    setToken(found);
    void navigate({ pathname, search: rest }, { replace: true });
  }, [found, pathname, rest, navigate]);

  return found ?? token;
}
