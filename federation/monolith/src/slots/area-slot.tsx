import classes from '@portal/federation-browser/slots/area-slot.module.css';
import { type ComponentType, lazy, type ReactNode, Suspense } from 'react';
import { type ComponentKind, loadComponent } from '../loading/load-component.ts';

interface AreaSlotProps {
  area: string;
  kind: ComponentKind;
  id: string;
  /** Shown while the code is loading. */
  loading: ReactNode;
  unavailable: (retry: () => void) => ReactNode;
}

/** A component of an area in the page of the host: a lazy component of the same program. */
export function AreaSlot({ area, kind, id, loading }: AreaSlotProps) {
  const SlotComponent = lazyComponent(area, kind, id);
  return (
    <Suspense fallback={loading}>
      <div className={classes['slot']} data-area-page={kind === 'pages' ? area : undefined}>
        <SlotComponent />
      </div>
    </Suspense>
  );
}

const components = new Map<string, ComponentType>();

function lazyComponent(area: string, kind: ComponentKind, id: string): ComponentType {
  const key = `${area}/${kind}/${id}`;
  const component = components.get(key) ?? lazy(() => loadComponent(area, kind, id));
  components.set(key, component);
  return component;
}
