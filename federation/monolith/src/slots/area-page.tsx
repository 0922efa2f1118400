import { useAreaTitle, usePageTitle } from '@portal/federation-browser/slots/area-titles.ts';
import type { Area, AreaPage as AreaPageData } from '@portal/federation-contract/area';
import { Loader } from '@portal/shared/ui/core';
import { AreaSlot } from './area-slot.tsx';

interface AreaPageProps {
  area: Area;
  page: AreaPageData;
}

/** A page of an area. */
export function AreaPage({ area, page }: AreaPageProps) {
  usePageTitle(useAreaTitle(area, page.title));
  return (
    <AreaSlot area={area.id} kind="pages" id={page.id} loading={<Loader />} unavailable={AreaUnavailable} />
  );
}

/** A part of one program cannot be missing. */
export function AreaUnavailable() {
  return null;
}

/** Nothing excludes a part of one program. */
export function ExcludedArea() {
  return null;
}
