import type { Language } from '@portal/contract/language';
import type { Area } from '@portal/federation-contract/area';
import { useLanguage } from '@portal/shared/i18n';

/** A title of an area's data, in the language on the screen. */
export function useAreaTitle(area: Area, key: string): string {
  return areaTitle(area, key, useLanguage());
}

/** A title of an area's data. */
export function areaTitle(area: Area, key: string, language: Language): string {
  return area.titles[key]?.[language] ?? area.id;
}
