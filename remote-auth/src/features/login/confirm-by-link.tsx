import { useLocation, useNavigate } from '@portal/shared/router';
import { lazy, Suspense, useLayoutEffect, useState } from 'react';

const LinkConfirmation = lazy(() =>
  import(/* webpackChunkName: "confirmation" */ '../../confirmation/link-confirmation.tsx').then(
    (module) => ({
      default: module.LinkConfirmation,
    }),
  ),
);

/** Follows the mailed link: the token leaves the address at once and is used once. */
export function ConfirmByLink() {
  const { search, pathname } = useLocation();
  const navigate = useNavigate();
  const [token, setToken] = useState<string | null>(null);

  // In step with the address: what stands there is kept in histories and logs.
  useLayoutEffect(() => {
    const query = new URLSearchParams(search);
    const found = query.get('confirm');
    if (found === null) return;
    query.delete('confirm');
    setToken(found);
    void navigate({ pathname, search: query.toString() }, { replace: true });
  }, [search, pathname, navigate]);

  return token === null ? null : (
    <Suspense>
      <LinkConfirmation token={token} />
    </Suspense>
  );
}
