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
    const message = errorText(error);
    return reference === null
      ? { message }
      : { message, reference, referenceHref: referenceAddress(reference) };
  };
  return (
    <QueryProvider>
      <LinkProvider component={RouterLink}>
        <ErrorDescriptionProvider describe={describe}>{children}</ErrorDescriptionProvider>
      </LinkProvider>
    </QueryProvider>
  );
}

/** The page that explains a reference: the id of a failed request, `req_…`, or the code of an area's failure. */
export function referenceAddress(reference: string): string {
  return `/about?reference=${encodeURIComponent(reference)}`;
}

function RouterLink({ href, ...rest }: UiLinkProps) {
  return <Link to={href} {...rest} />;
}
