import type { Area } from '@portal/federation-contract/area';
import { useLanguage } from '@portal/shared/i18n';
import { useEffect } from 'react';
import { pageAreas } from '../composition/page-releases.ts';
import { federationSettings } from '../federation-settings.ts';

/** A title of area.json in the current language. `key` is a key of its `titles`. */
export function useAreaTitle(area: Area, key: string): string {
  return areaTitle(area, key, useLanguage());
}

/** A title of area.json in a language; the area's id when there is none. */
export function areaTitle(area: Area, key: string, language: string): string {
  return area.titles[key]?.[language] ?? area.id;
}

/** Maps the id of an area of this page to its title in the current language; an unknown id to itself. */
export function useAreaNames(): (id: string) => string {
  const language = useLanguage();
  return (id) => {
    const area = pageAreas().find((one) => one.id === id);
    return area === undefined ? id : areaTitle(area, area.title, language);
  };
}

/** Sets the title of the document, followed by the brand. */
export function usePageTitle(title: string): void {
  useEffect(() => {
    document.title = `${title} – ${federationSettings().brand}`;
  }, [title]);
}
