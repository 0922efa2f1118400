import { useLocation, useNavigate } from '@portal/shared/router';
import { paths, returnPath } from '../../paths.ts';
import { useScreenHref } from '../../use-screen-href.ts';

/** Leads on from a log-in that is complete: to the agreement where it is owed, else to the page that was wanted. */
export function useAfterLogin(): (next: string) => Promise<void> {
  const navigate = useNavigate();
  const { search } = useLocation();
  const hrefOf = useScreenHref();
  return async (next) => navigate(next === 'dpu' ? hrefOf(paths.dpu) : returnPath(search), { replace: true });
}
