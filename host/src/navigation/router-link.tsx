import { Link } from '@portal/shared/router';
import type { UiLinkProps } from '@portal/shared/ui/core';

/** The design system's links, led through the router. */
export function RouterLink({ href, ...rest }: UiLinkProps) {
  return <Link to={href} {...rest} />;
}
