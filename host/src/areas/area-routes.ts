import type { Area, AreaPage } from '@portal/federation-contract/area';

/** The page an area's own path leads to: the one marked as index, else the first. */
export function indexPage(area: Area): AreaPage | undefined {
  return area.pages.find((page) => page.index) ?? area.pages[0];
}
