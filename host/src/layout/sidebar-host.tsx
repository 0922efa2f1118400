import type { Area } from '@portal/federation-contract/area';
import { SlotKindProvider, useSidebar } from '@portal/shared/area';
import { Loader, Sidebar } from '@portal/shared/ui';
import { Suspense } from 'react';
import { AreaSlot } from '../areas/area-slot.tsx';
import { AreaUnavailable } from '../areas/area-unavailable.tsx';
import { useAreaTitle } from '../areas/use-area-title.ts';
import { isLeftOut } from '../composition/page-releases.ts';
import { LeftOut } from '../safe-mode/lazy-left-out.tsx';

/** Shows the sidebar that the address names, whichever area it belongs to. */
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
        {isLeftOut(area.id) ? (
          <Suspense fallback={<Loader />}>
            <LeftOut title={title} />
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
