import { languageParameter } from '@portal/contract/language';
import { useCallback, useMemo } from 'react';
import { useLocation, useNavigate } from 'react-router-dom';

export type SidebarParams = Readonly<Record<string, string>>;

interface SidebarState {
  /** `area/sidebar` as in `finances/top-up`; null while none is open. */
  current: string | null;
  params: SidebarParams;
  /** `replace` leaves no entry in the history: "back" does not return to the sidebar's earlier parameters. */
  open: (id: string, params?: SidebarParams, options?: { replace?: boolean }) => void;
  close: () => void;
}

const parameter = 'sidebar';
const prefix = 'sidebar.';

/** The open sidebar, which is part of the address: `?sidebar=finances/top-up&sidebar.service_id=…`. */
export function useSidebar(): SidebarState {
  const { pathname, search, hash } = useLocation();
  const navigate = useNavigate();
  const state = useMemo(() => readSidebar(search), [search]);

  const open = useCallback(
    (id: string, params: SidebarParams = {}, { replace = false } = {}) => {
      void navigate({ pathname, search: withSidebar(search, id, params), hash }, { replace });
    },
    [navigate, pathname, search, hash],
  );
  const close = useCallback(() => {
    void navigate({ pathname, search: withSidebar(search, null, {}), hash }, { replace: true });
  }, [navigate, pathname, search, hash]);

  return { ...state, open, close };
}

/** The query string with another sidebar open, or with none if `id` is null. Other parameters stay, except `language`. */
export function withSidebar(search: string, id: string | null, params: SidebarParams): string {
  const removed = [parameter, languageParameter];
  const others = [...new URLSearchParams(search)].filter(
    ([name]) => !removed.includes(name) && !name.startsWith(prefix),
  );
  const next = new URLSearchParams(others);
  if (id !== null) {
    next.set(parameter, id);
    for (const [name, value] of Object.entries(params)) next.set(prefix + name, value);
  }
  // A slash needs no escape in a query string, and people read addresses.
  return next.toString().replaceAll('%2F', '/');
}

function readSidebar(search: string): Pick<SidebarState, 'current' | 'params'> {
  const entries = [...new URLSearchParams(search)];
  const params = entries.filter(([name]) => name.startsWith(prefix));
  return {
    current: entries.find(([name]) => name === parameter)?.[1] || null,
    params: Object.fromEntries(params.map(([name, value]) => [name.slice(prefix.length), value])),
  };
}
