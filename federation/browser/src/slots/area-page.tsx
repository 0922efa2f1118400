import type { Area, AreaPage as AreaPageData } from '@portal/federation-contract/area';
import { referenceAddress } from '@portal/shared/area';
import { useTranslation } from '@portal/shared/i18n';
import { ErrorPanel, Loader, PageHeader } from '@portal/shared/ui/core';
import { lazy, Suspense } from 'react';
import { isExcluded, isWithdrawn } from '../composition/page-releases.ts';
import { failureReference } from '../loading/release-telemetry.ts';
import { importChunk } from '../loading/time-limits.ts';
import { AreaSlot } from './area-slot.tsx';
import { useAreaTitle, usePageTitle } from './area-titles.ts';

interface AreaPageProps {
  area: Area;
  page: AreaPageData;
}

/** A page of an area. Its title comes from area.json and does not depend on the area's code. */
export function AreaPage({ area, page }: AreaPageProps) {
  const title = useAreaTitle(area, page.title);
  usePageTitle(title);
  if (isExcluded(area.id) || isWithdrawn(area.id)) {
    return (
      <Suspense fallback={<Loader />}>
        {isWithdrawn(area.id) ? <WithdrawnArea title={title} /> : <ExcludedArea title={title} isPage />}
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

interface AreaUnavailableProps {
  area: string;
  title: string;
  onRetry: () => void;
  /** A page needs a heading; the frame of a plate or sidebar already has one. */
  hasHeading?: boolean;
}

/** Shown instead of a page, sidebar or plate whose code cannot be loaded or has failed. */
export function AreaUnavailable({ area, title, onRetry, hasHeading = false }: AreaUnavailableProps) {
  const { t } = useTranslation('common');
  const { t: errorText } = useTranslation('error');
  const reference = failureReference(area);
  const failure = navigator.onLine
    ? {
        title: t('area.unavailableTitle', { title }),
        message: t('area.unavailableText'),
        reference,
        referenceHref: reference && referenceAddress(reference),
      }
    : { message: errorText('network_error') };
  return (
    <>
      {hasHeading && <PageHeader title={title} />}
      <ErrorPanel {...failure} onRetry={onRetry} />
    </>
  );
}

/** `WithdrawnArea`, whose code is loaded when a page first needs it. */
const WithdrawnArea = lazy(async () => {
  const load = () => import(/* webpackChunkName: "page-banners" */ '../notices/page-banners.tsx');
  return { default: (await importChunk(load)).WithdrawnArea };
});

/** `ExcludedArea`, whose code is loaded when a page first needs it. */
export const ExcludedArea = lazy(async () => {
  const load = () => import(/* webpackChunkName: "page-banners" */ '../notices/page-banners.tsx');
  return { default: (await importChunk(load)).ExcludedArea };
});
