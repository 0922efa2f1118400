import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';
import { ApiError } from '../api/api-error.ts';
import { QueryProvider } from '../api/query-cache.tsx';
import { useErrorText } from '../i18n/use-error-text.ts';
import { LinkProvider, type UiLinkProps } from '../ui/button/link.tsx';
import { ErrorDescriptionProvider } from '../ui/feedback/error-panel.tsx';
import { referenceAddress } from './reference-address.ts';

/** What every page may count on: the query cache, links that go through the router, and words for the API's errors. */
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

function RouterLink({ href, ...rest }: UiLinkProps) {
  return <Link to={href} {...rest} />;
}
