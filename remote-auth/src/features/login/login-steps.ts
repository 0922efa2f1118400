import { useLocation, useNavigate } from '@portal/shared/router';
import { paths, returnPath, useScreenHref } from '../../paths.ts';

/**
 * States of the login page's history entry, so that the browser's Back button returns to the form, and a reload stays
 * on the step.
 */
export const loginSteps = {
  /** The password was right, and a code is required. */
  twoFactor: 'second-step',
  /** The session that waited for the code expired: the form is shown again, with the reason. */
  expired: 'late-step',
} as const;

/** Opens the next page of a complete login: the agreement if it is required, otherwise the wanted page. */
export function useAfterLogin(): (next: string) => Promise<void> {
  const navigate = useNavigate();
  const { search } = useLocation();
  const hrefOf = useScreenHref();
  return async (next) => navigate(next === 'dpu' ? hrefOf(paths.dpu) : returnPath(search), { replace: true });
}
