import { isExcluded } from '@portal/federation-browser/composition/page-releases.ts';
import { AreaUnavailable, ExcludedArea } from '@portal/federation-browser/slots/area-page.tsx';
import { AreaSlot } from '@portal/federation-browser/slots/area-slot.tsx';
import { useAreaTitle } from '@portal/federation-browser/slots/area-titles.ts';
import type { Area } from '@portal/federation-contract/area';
import { SlotKindProvider, useSidebar } from '@portal/shared/area';
import { Loader, Sidebar } from '@portal/shared/ui';
import { Suspense } from 'react';

/** Shows the sidebar of any area that the address names. */
export function SidebarHost({ areas }: { areas: readonly Area[] }) {
  const { current } = useSidebar();
  const [areaId, sidebarId] = current?.split('/') ?? [];
  const area = areas.find((candidate) => candidate.id === areaId);
  const sidebar = area?.sidebars.find((candidate) => candidate.id === sidebarId);
  if (area === undefined || sidebar === undefined) return null;
  return <AreaSidebar key={current} area={area} sidebar={sidebar} />;
}

function AreaSidebar({ area, sidebar }: { area: Area; sidebar: Area['sidebars'][number] }) {
  const { close } = useSidebar();
  const title = useAreaTitle(area, sidebar.title);
  return (
    <Sidebar isOpen title={title} onCloseRequest={close}>
      <SlotKindProvider value="sidebar">
        {isExcluded(area.id) ? (
          <Suspense fallback={<Loader />}>
            <ExcludedArea title={title} />
          </Suspense>
        ) : (
          <AreaSlot
            area={area.id}
            kind="sidebars"
            id={sidebar.id}
            loading={<Loader />}
            unavailable={(retry) => <AreaUnavailable area={area.id} title={title} onRetry={retry} />}
          />
        )}
      </SlotKindProvider>
    </Sidebar>
  );
}
