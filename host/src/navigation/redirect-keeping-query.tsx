import { Navigate, useLocation } from '@portal/shared/router';

/** A redirect that keeps query and fragment: `?language=de` must survive `/` → `/login`. */
export function RedirectKeepingQuery({ to }: { to: string }) {
  const { search, hash } = useLocation();
  return <Navigate to={{ pathname: to, search, hash }} replace />;
}
