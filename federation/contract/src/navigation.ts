import { type Area, pagePath } from './area.ts';

/** The part of the navigation that belongs to an area. */
export interface NavigationGroup {
  area: Area;
  /** Key of the area's `titles`; null for one entry, which needs no heading. */
  heading: string | null;
  /** `title` is a key of the area's `titles`. */
  entries: { path: string; title: string; icon: string }[];
}

/** What the navigation shows of areas, in its order. */
export function navigationOf(areas: readonly Area[]): NavigationGroup[] {
  return areas
    .filter(({ navigation }) => navigation.length > 0)
    .toSorted((a, b) => a.order - b.order)
    .map((area) => {
      const entries = area.navigation.flatMap(({ page: id, title, icon }) => {
        const page = area.pages.find((one) => one.id === id);
        return page === undefined ? [] : [{ path: pagePath(area, page), title: title ?? page.title, icon }];
      });
      return { area, heading: entries.length > 1 ? area.title : null, entries };
    });
}
