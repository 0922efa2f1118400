import type { PortalConfig } from '@portal/contract/portal-config';
import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';
import { ApiError } from '../api/api-error.ts';
import { QueryProvider } from '../api/query-cache.tsx';
import { useErrorText } from '../i18n/use-error-text.ts';
import { LinkProvider, type UiLinkProps } from '../ui/button/link.tsx';
import { ErrorDescriptionProvider } from '../ui/feedback/error-panel.tsx';

/** Provides every page with the query cache, links that use the router, and texts for the API's errors. */
export function PortalContext({ children }: { children: ReactNode }) {
  const { errorText } = useErrorText();
  const describe = (error: unknown) => {
    const reference = error instanceof ApiError ? error.requestId : null;
    const retryAfterSeconds = secondsUntilRetry(error);
    const description = { message: errorText(error), retryAfterSeconds };
    return reference === null
      ? description
      : { ...description, reference, referenceHref: referenceAddress(reference) };
  };
  return (
    <QueryProvider>
      <LinkProvider component={RouterLink}>
        <ErrorDescriptionProvider describe={describe}>{children}</ErrorDescriptionProvider>
      </LinkProvider>
    </QueryProvider>
  );
}

/** Other refusals need the customer to act, so only this one is repeated automatically. */
function secondsUntilRetry(error: unknown): number | undefined {
  const isLimited = error instanceof ApiError && error.code === 'rate_limited';
  return isLimited ? (error.retryAfterSeconds ?? undefined) : undefined;
}

/** The page that explains a reference: the id of a failed request, `req_…`, or the code of an area's failure. */
export function referenceAddress(reference: string): string {
  return `/about?reference=${encodeURIComponent(reference)}`;
}

function RouterLink({ href, ...rest }: UiLinkProps) {
  return <Link to={href} {...rest} />;
}

/** The settings of the host's configuration that areas use. */
type PortalSettings = Pick<PortalConfig, 'bot_check' | 'password_profile' | 'restore_minutes'>;

let settings: PortalSettings = {
  bot_check: { provider: 'none', site_key: null },
  password_profile: 'spec',
};

/** Sets the settings of this portal. The host calls it once at start. */
export function configurePortal(changes: PortalSettings): void {
  settings = changes;
}

/** The settings of this portal. */
export function portalSettings(): PortalSettings {
  return settings;
}
