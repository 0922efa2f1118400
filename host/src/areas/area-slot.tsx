import { type ComponentType, lazy, type ReactNode, Suspense, useEffect, useState } from 'react';
import { loadArea } from '../federation/load-area.ts';
import { chunkLimit, withinLimit } from '../federation/within-limit.ts';
import { AreaBoundary } from './area-boundary.tsx';
import { currentGeneration, reloadArea, useGeneration } from './area-generations.ts';

type SlotKind = 'pages' | 'sidebars' | 'plates';

/** What a slot shows in place of a component that failed; `retry` loads the area's code anew. */
type RenderFailure = (retry: () => void) => ReactNode;

interface AreaSlotProps {
  area: string;
  kind: SlotKind;
  id: string;
  /** Shown while the code is under way. */
  loading: ReactNode;
  unavailable: RenderFailure;
}

/** One component of an area, behind a boundary of its own: whatever happens to it, nothing else is touched. */
export function AreaSlot({ area, kind, id, loading, unavailable }: AreaSlotProps) {
  const [generation, setGeneration] = useState(() => currentGeneration(area));
  const Part = lazyPart(area, kind, id, generation);
  return (
    <AreaBoundary
      key={generation}
      fallback={
        <SlotFailure area={area} generation={generation} onReload={setGeneration} render={unavailable} />
      }
    >
      <Suspense fallback={loading}>
        <Part />
      </Suspense>
    </AreaBoundary>
  );
}

interface SlotFailureProps {
  area: string;
  generation: number;
  onReload: (generation: number) => void;
  render: RenderFailure;
}

/** A failed slot follows its area: a retry in one of them revives all that failed, and leaves the working ones alone. */
function SlotFailure({ area, generation, onReload, render }: SlotFailureProps) {
  const current = useGeneration(area);
  useEffect(() => {
    if (current !== generation) onReload(current);
  }, [current, generation, onReload]);
  return render(() => reloadArea(area));
}

const parts = new Map<string, ComponentType>();

// A lazy component keeps its failure for good; each generation of an area gets components of its own.
function lazyPart(area: string, kind: SlotKind, id: string, generation: number): ComponentType {
  const key = `${area}/${kind}/${id}/${generation}`;
  const known = parts.get(key);
  if (known !== undefined) return known;
  const part = lazy(async () => {
    const module = await loadArea(area);
    const load = module[kind]?.[id];
    if (load === undefined) throw new Error(`The area "${area}" has no ${kind} "${id}"`);
    return withinLimit(load(), chunkLimit);
  });
  parts.set(key, part);
  return part;
}
