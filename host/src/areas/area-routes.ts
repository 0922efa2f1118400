import type { Area, AreaPage } from '@portal/contract/area';

/** The absolute path of a page of an area. */
export function pagePath(area: Area, page: AreaPage): string {
  return joinPath(area.base_path, page.path);
}

/** The page an area's own path leads to: the one marked as index, else the first. */
export function indexPage(area: Area): AreaPage | undefined {
  return area.pages.find((page) => page.index) ?? area.pages[0];
}

function joinPath(base: string, path: string): string {
  const joined = `${base}/${path}`.replace(/\/{2,}/g, '/');
  return joined.length > 1 ? joined.replace(/\/$/, '') : joined;
}
