import { useLanguage } from '@portal/shared/i18n';
import { pageComposition } from '../composition/page-releases.ts';
import { areaTitle } from './use-area-title.ts';

/** The titles of this page's areas by their ids, in the language on the screen; the id itself for one it does not know. */
export function useAreaNames(): (id: string) => string {
  const language = useLanguage();
  const { releases, leftOut } = pageComposition();
  const areas = [...releases.map(({ area }) => area), ...leftOut];
  return (id) => {
    const area = areas.find((one) => one.id === id);
    return area === undefined ? id : areaTitle(area, area.title, language);
  };
}
