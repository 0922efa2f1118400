import { useLocation, useNavigate } from '@portal/shared/router';
import { useEffect } from 'react';
import { linkedFields } from '../../paths.ts';

/** In step with the address: `/profile#currency` takes the customer to that field, once. */
export function useLinkedField(): void {
  const { hash, pathname, search } = useLocation();
  const navigate = useNavigate();
  const field = linkedFields.find((name) => hash === `#${name}`);

  useEffect(() => {
    if (field === undefined) return;
    // After the page has taken the focus as new pages do, and a closing sidebar has given it back.
    const timer = setTimeout(() => {
      document.getElementById(fieldId(field))?.focus();
      // The same link is to work again.
      void navigate({ pathname, search }, { replace: true });
    }, 50);
    return () => clearTimeout(timer);
  }, [field, pathname, search, navigate]);
}

/** The id of a field's control in the document. */
export function fieldId(field: (typeof linkedFields)[number]): string {
  return `profile-${field}`;
}
