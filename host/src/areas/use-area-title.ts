import type { Area } from '@portal/contract/area';
import { useLanguage } from '@portal/shared/i18n';

/** A title of an area's data, in the language on the screen. */
export function useAreaTitle(area: Area, key: string): string {
  const language = useLanguage();
  return area.titles[key]?.[language] ?? area.id;
}
