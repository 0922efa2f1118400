import { type Area, pagePath } from '@portal/federation-contract/area';
import { useNavigate } from 'react-router-dom';
import { type SidebarParams, useSidebar } from './use-sidebar.ts';

/** An action that a page can open without naming the area that offers it. */
export type ActionRole =
  | 'account'
  | 'account-setup'
  | 'agreement'
  | 'exports'
  | 'login'
  | 'support'
  | 'top-up';

type OfferingArea = Pick<Area, 'id' | 'base_path' | 'pages' | 'actions'>;

interface Target {
  /** The page's path: `/profile`. */
  path?: string;
  /** The sidebar as `area/sidebar`. */
  sidebar?: string;
}

let targets: ReadonlyMap<string, Target> = new Map();

/** Makes the actions of these areas available. The host calls it at start, with every area of its composition. */
export function offerActions(areas: readonly OfferingArea[]): void {
  targets = new Map(areas.flatMap((area) => area.actions.map((one) => [one.role, targetOf(area, one)])));
}

/** The path of the page offered for a role; undefined when no area offers a page for it. */
export function actionPath(role: ActionRole): string | undefined {
  return targets.get(role)?.path;
}

/** Opens the page or sidebar offered for a role; undefined when no area offers any. */
export function useAction(role: ActionRole): ((params?: SidebarParams) => void) | undefined {
  const { open } = useSidebar();
  const navigate = useNavigate();
  const { path, sidebar } = targets.get(role) ?? {};
  if (sidebar !== undefined) return (params) => open(sidebar, params);
  return path === undefined ? undefined : () => void navigate(path);
}

function targetOf(area: OfferingArea, action: Area['actions'][number]): Target {
  if ('sidebar' in action) return { sidebar: `${area.id}/${action.sidebar}` };
  const page = area.pages.find(({ id }) => id === action.page);
  return page === undefined ? {} : { path: pagePath(area, page) };
}
