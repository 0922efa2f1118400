import { type SidebarParams, withSidebar } from '@portal/shared/area';
import { useLocation } from '@portal/shared/router';

/** Addresses that open a sidebar over the present page, for links. */
export function useSidebarHref(): (id: string, params?: SidebarParams) => string {
  const { search } = useLocation();
  return (id, params = {}) => `?${withSidebar(search, id, params)}`;
}
