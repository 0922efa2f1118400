import type { Area, AreaPage as AreaPageData } from '@portal/federation-contract/area';
import { Loader } from '@portal/shared/ui/core';
import { Suspense } from 'react';
import { isLeftOut } from '../composition/page-releases.ts';
import { usePageTitle } from '../layout/use-page-title.ts';
import { LeftOut } from '../safe-mode/lazy-left-out.tsx';
import { AreaSlot } from './area-slot.tsx';
import { AreaUnavailable } from './area-unavailable.tsx';
import { useAreaTitle } from './use-area-title.ts';

interface AreaPageProps {
  area: Area;
  page: AreaPageData;
}

/** A page of an area: its title is known from the data, whatever becomes of its code. */
export function AreaPage({ area, page }: AreaPageProps) {
  const title = useAreaTitle(area, page.title);
  usePageTitle(title);
  if (isLeftOut(area.id)) {
    return (
      <Suspense fallback={<Loader />}>
        <LeftOut title={title} isPage />
      </Suspense>
    );
  }
  return (
    <AreaSlot
      area={area.id}
      kind="pages"
      id={page.id}
      loading={<Loader />}
      unavailable={(retry) => <AreaUnavailable area={area.id} title={title} onRetry={retry} hasHeading />}
    />
  );
}
